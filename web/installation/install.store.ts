import { create } from 'zustand'
import { isAppleTouchDevice } from '../browser/apple-touch-device'
import { storage } from '../browser/storage'

/** The event that Chromium dispatches when the site can be installed (Web App Manifest incubations). */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface Install {
  promptEvent: InstallPromptEvent | undefined
  isEngaged: boolean
  /** When the visitor last chose 'Not now', in milliseconds since 1970. */
  declinedAt: number | undefined
  /** Whether the visitor has pressed, typed or scrolled since the site was opened. */
  hasActed: boolean
  /** Whether the site has just been installed, and the confirmation is not closed yet. */
  isJustInstalled: boolean
  /** Records a visit to a page; the second page counts as engagement. */
  noteVisit: (path: string) => void
  noteEngagement: () => void
}

const firstPathKey = 'firstPath'
const engagedKey = 'engaged'
export const declinedKey = 'installDeclinedAt'
/** Milliseconds for which no installation is offered after 'Not now': 90 days. */
const declinePeriod = 90 * 24 * 60 * 60_000

const isInstalled = () =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/** Whether and how the site can be installed. */
export const useInstall = create<Install>()((set, get) => ({
  promptEvent: undefined,
  isEngaged: false,
  declinedAt: undefined,
  hasActed: false,
  isJustInstalled: false,
  noteVisit(path) {
    const declined = storage.get(declinedKey)
    if (declined !== null) set({ declinedAt: Number(declined) })
    const first = storage.get(firstPathKey) ?? path
    storage.set(firstPathKey, first)
    if (first !== path || storage.get(engagedKey)) get().noteEngagement()
  },
  noteEngagement() {
    storage.set(engagedKey, 'yes')
    set({ isEngaged: true })
  },
}))

/** The way to install that may be offered now, if any. */
export function installOffer(state: Install): 'prompt' | 'steps' | undefined {
  const { isEngaged, declinedAt } = state
  const isDeclined = declinedAt !== undefined && Date.now() - declinedAt < declinePeriod
  if (!isEngaged || isInstalled() || isDeclined) return
  if (state.promptEvent) return 'prompt'
  return isAppleTouchDevice() ? 'steps' : undefined
}

/** Suppresses the browser's install prompt and stores its event for the site's own offer; records the visitor's first
 * interaction, before which the offer is not shown. */
export function holdInstallPrompt(): void {
  for (const act of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(act, () => useInstall.setState({ hasActed: true }), {
      once: true,
      passive: true,
    })
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstall.setState({ promptEvent: event as InstallPromptEvent })
  })
  addEventListener('appinstalled', () =>
    useInstall.setState({ promptEvent: undefined, isJustInstalled: true }),
  )
}
