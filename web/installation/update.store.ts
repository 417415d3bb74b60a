import { Workbox } from 'workbox-window'
import { create } from 'zustand'
import { onWake } from '../browser/wake'

interface Update {
  /** Whether a newer version of the site is here and waits for a word. */
  isReady: boolean
  /** Registers the worker; a page without one works as well. */
  start: () => void
  /** Changes to the newer version: one reload. */
  accept: () => void
  /** Puts the question away until the next version, or visit. */
  putOff: () => void
}

const anHour = 60 * 60_000

/** The newer version of the site, which takes over when the person says so and never by itself. */
export const useUpdate = create<Update>()((set) => {
  async function register() {
    const { serviceWorker } = navigator
    let isControlled = serviceWorker.controller !== null
    serviceWorker.addEventListener('controllerchange', () => {
      // The first worker takes over silently; a later one was let in by another tab.
      if (isControlled) set({ isReady: true })
      isControlled = true
    })
    const workbox = new Workbox('/sw.js')
    workbox.addEventListener('waiting', () => set({ isReady: true }))
    await workbox.register({ immediate: true })
    const look = () => workbox.update().catch((error: unknown) => console.debug('No look:', error))
    setInterval(look, anHour)
    onWake(() => void look())
  }

  return {
    isReady: false,
    start() {
      // Undefined on plain http, and in the browsers inside of other apps.
      if (!navigator.serviceWorker) return
      const starting = import.meta.env['VITE_SERVICE_WORKER'] === 'off' ? leave() : register()
      starting.catch((error: unknown) => console.debug('No service worker:', error))
    },
    accept: () => void takeOver(),
    putOff: () => set({ isReady: false }),
  }
})

async function takeOver() {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  })
  registration.waiting.postMessage({ type: 'SKIP_WAITING' })
}

/** In a build without a worker: lets one that is still there fetch its successor, which removes it. */
async function leave() {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.update()))
}
