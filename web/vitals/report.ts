/** Measures how fast the page was for its visitor, and reports it once, when the page is hidden. Loaded after the page is
 * idle; the browser has kept the earlier entries. Nothing about the visitor is sent. */
import type { VitalsBody } from '../../api/contract/status'
import { apiHost } from '../api-client/settings'
import { readToken } from '../api-client/token'
import { type Interactions, interactionToNextPaint, withInteraction } from './interactions'
import { noShifts, type Shifts, withShift } from './layout-shifts'

/** Entries that TypeScript's DOM types do not have or describe only in part. */
type Entry = PerformanceEntry & {
  value?: number
  hadRecentInput?: boolean
  interactionId?: number
}

/** Milliseconds; shorter events need not be observed (Event Timing API). */
const durationThreshold = 40

function observe(type: string, note: (entry: Entry) => void) {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  const options = { type, buffered: true, durationThreshold }
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options)
}

/** Starts to measure this page load. */
function start() {
  let lcp: number | undefined
  let shifts: Shifts | undefined
  let interactions: Interactions = { longest: new Map(), count: 0 }
  let latest = 0

  const activatedAt = activationStart()
  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = Math.max(0, startTime - activatedAt)
  })
  observe('layout-shift', ({ startTime, value = 0, hadRecentInput }) => {
    if (!hadRecentInput) shifts = withShift(shifts ?? noShifts, value, startTime)
  })
  const noteEvent = ({ duration, interactionId: id = 0 }: Entry) => {
    if (id === 0) return
    interactions = withInteraction(interactions, { id, duration, isNew: id > latest })
    latest = Math.max(latest, id)
  }
  observe('event', noteEvent)
  // Browsers report the first input even if it is shorter than the threshold, so fast visits count, too.
  observe('first-input', noteEvent)
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) shifts ??= noShifts

  function report() {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', report)
    const inp = interactionToNextPaint(interactions)
    const vitals: VitalsBody = {
      ...(lcp !== undefined && { lcp }),
      ...(inp !== undefined && { inp }),
      ...(shifts && { cls: shifts.largest }),
    }
    void fetch(`${apiHost()}/api/vitals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(vitals),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => undefined)
  }
  document.addEventListener('visibilitychange', report)
}

/** Milliseconds from the start of the navigation to the activation of a prerendered page; 0 for other pages. */
function activationStart(): number {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as { activationStart?: number } | undefined)?.activationStart ?? 0
}

/** Whether the page was opened in the background: then nobody has waited for it. */
const wasHidden = () =>
  performance
    .getEntriesByType('visibility-state')
    .some(({ name, startTime }) => name === 'hidden' && startTime >= activationStart())

// Automated browsers and the band itself are no visitors.
if (!navigator.webdriver && readToken() === null && !wasHidden()) start()
