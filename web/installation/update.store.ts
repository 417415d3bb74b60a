import type { Workbox } from 'workbox-window'
import { create } from 'zustand'
import { namedFiles } from '../../api/shared/site-map'
import { onWake } from '../browser/wake'

interface Update {
  /** Whether a newer version of the site is ready to be activated. */
  isReady: boolean
  /** Registers the worker; a page without one works as well. */
  start: () => void
  /** Activates the newer version, with one reload. */
  accept: () => void
  /** Hides the prompt until the next version or visit, or until another tab activates this one. */
  putOff: () => void
}

const updateInterval = 60 * 60_000

/** The newer version of the site, which is activated only with the person's consent. */
export const useUpdate = create<Update>()((set) => {
  let workbox: Workbox | undefined
  /** The version that the person has put off. */
  let refused: ServiceWorker | null | undefined
  const offer = () => set({ isReady: true })

  async function register() {
    const { Workbox } = await import('workbox-window/Workbox.js')
    workbox = new Workbox(namedFiles.serviceWorker)
    workbox.addEventListener('waiting', offer)
    let isControlled = navigator.serviceWorker.controller !== null
    workbox.addEventListener('controlling', () => {
      // The first worker needs no reload; a later one was accepted in another tab.
      if (isControlled) offer()
      isControlled = true
    })
    await workbox.register({ immediate: true })
    const check = () =>
      void checkForUpdate().catch((error: unknown) => console.debug('Not updated:', error))
    setInterval(check, updateInterval)
    onWake(check)
  }

  async function checkForUpdate() {
    await workbox?.update()
    // Workbox reports only one update that it finds in this way, and that one may have failed.
    const waiting = await waitingWorker()
    if (waiting && waiting !== refused) offer()
  }

  async function activate() {
    if (!workbox || !(await waitingWorker())) return location.reload()
    workbox.addEventListener('controlling', () => location.reload())
    workbox.messageSkipWaiting()
  }

  return {
    isReady: false,
    start() {
      // Undefined without HTTPS, and in the in-app browsers of some apps.
      if (!navigator.serviceWorker) return
      const starting =
        import.meta.env['VITE_SERVICE_WORKER'] === 'off' ? removeWorker() : register()
      starting.catch((error: unknown) => console.debug('The service worker failed:', error))
    },
    accept: () => void activate(),
    putOff() {
      set({ isReady: false })
      void waitingWorker().then((worker) => {
        refused = worker
      })
    },
  }
})

const waitingWorker = async () => (await navigator.serviceWorker.getRegistration())?.waiting

/** In a build without a worker: updates the worker of an earlier build to one that removes itself. */
async function removeWorker() {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.update()))
}
