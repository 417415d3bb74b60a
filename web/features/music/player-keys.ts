import { usePlayer } from './player.store'

/** Elements that use the keys themselves. */
const interactiveElements =
  'input, textarea, select, button, a, summary, video, audio, [role=tab], [role=button], [role=slider]'

/** Seconds. */
const step = 5

/** Controls the player by keys that the focused element does not use: space plays and pauses, and the arrows to the
 * left and right seek by five seconds. */
export function handlePlayerKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return
  if (target instanceof HTMLElement && target.isContentEditable) return
  if (target instanceof Element && target.closest(interactiveElements)) return
  const { track, position, toggle, seek } = usePlayer.getState()
  if (!track) return
  const moves = new Map([
    [' ', () => toggle()],
    ['ArrowLeft', () => seek(Math.max(0, position - step))],
    ['ArrowRight', () => seek(Math.min(track.duration, position + step))],
  ])
  const move = moves.get(key)
  if (!move) return
  // Space would scroll the page.
  event.preventDefault()
  // A key that is held down must not play and pause by turns.
  if (!(event.repeat && key === ' ')) move()
}
