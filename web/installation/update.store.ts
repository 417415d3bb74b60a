import { create } from 'zustand'
import { namedFiles } from '../../api/contract/site-map'
import { onWake } from '../browser/wake'

interface Update {
  /** Whether a newer version of the site is ready to be activated. */
  isReady: boolean
  /** Registers the worker; a page without one works as well. */
  start: () => void
  /** Activates the newer version, with one reload. */
  accept: () => void
  /** Hides the prompt until the next version or visit. */
  putOff: () => void
}

const updateInterval = 60 * 60_000

/** The newer version of the site, which is activated only with the person's consent. */
export const useUpdate = create<Update>()((set) => {
  async function register() {
    const { serviceWorker } = navigator
    let isControlled = serviceWorker.controller !== null
    serviceWorker.addEventListener('controllerchange', () => {
      // The first worker needs no reload; a later one was accepted in another tab.
      if (isControlled) set({ isReady: true })
      isControlled = true
    })
    const registration = await serviceWorker.register(namedFiles.serviceWorker)
    onWaiting(registration, () => set({ isReady: true }))
    const checkForUpdate = () =>
      registration.update().catch((error: unknown) => console.debug('No look:', error))
    setInterval(checkForUpdate, updateInterval)
    onWake(() => void checkForUpdate())
  }

  return {
    isReady: false,
    start() {
      // Undefined without HTTPS, and in the in-app browsers of some apps.
      if (!navigator.serviceWorker) return
      const starting =
        import.meta.env['VITE_SERVICE_WORKER'] === 'off' ? removeWorker() : register()
      starting.catch((error: unknown) => console.debug('No service worker:', error))
    },
    accept: () => void activateUpdate(),
    putOff: () => set({ isReady: false }),
  }
})

/** Calls back when a newer worker is installed and waits for the pages of the current one to be closed. The first worker
 * does not wait. */
function onWaiting(registration: ServiceWorkerRegistration, listener: () => void) {
  if (registration.waiting && registration.active) listener()
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active) listener()
    })
  })
}

async function activateUpdate() {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  })
  registration.waiting.postMessage({ type: 'SKIP_WAITING' })
}

/** In a build without a worker: updates the worker of an earlier build to one that removes itself. */
async function removeWorker() {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.update()))
}
