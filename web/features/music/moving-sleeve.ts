import { flushSync } from 'react-dom'
import { nextPaint } from '../../browser/next-paint'

/** Milliseconds. */
const duration = 260

/** Opens or closes the player. Unless the person prefers reduced motion, the sleeve moves from its old place to its new one. The
 * movement is a transform, which browsers animate without the main thread. A view transition would also animate the width and
 * the height, which needs a layout for each frame. Until the player is rendered, it would show no new frame.
 * @param player contains the sleeves; the last one is visible */
export async function withMovingSleeve(player: HTMLElement, change: () => void): Promise<void> {
  const visibleSleeve = () => [...player.querySelectorAll('[data-sleeve]')].at(-1)
  const before = visibleSleeve()
  const from = before?.getBoundingClientRect()
  await nextPaint()
  flushSync(change)
  const sleeve = visibleSleeve()
  // Another press has already made the change.
  if (sleeve === before) return
  const to = sleeve?.getBoundingClientRect()
  // A sleeve that is not displayed has no size.
  if (!from?.width || !to?.width || matchMedia('(prefers-reduced-motion)').matches) return
  const [x, y] = [
    from.left + from.width / 2 - to.left - to.width / 2,
    from.top + from.height / 2 - to.top - to.height / 2,
  ]
  sleeve?.animate(
    { transform: [`translate(${x}px, ${y}px) scale(${from.width / to.width})`, 'none'] },
    { duration, easing: 'ease' },
  )
}
