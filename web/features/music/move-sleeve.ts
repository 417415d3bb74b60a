import { flushSync } from 'react-dom'
import { nextPaint } from '../../browser/next-paint'

/** Milliseconds. */
const duration = 260

/** Opens or closes the player. Unless the person prefers reduced motion, the sleeve moves from its place before the change to
 * the one after it. The movement is a transform, which browsers animate beside the main thread. A view transition would animate
 * the width and the height, too, with a layout for each frame, and would show nothing new while the player is rendered.
 * @param player the element with the sleeves, of which the last one is shown */
export async function moveSleeve(player: HTMLElement, change: () => void): Promise<void> {
  const lastSleeve = () => [...player.querySelectorAll('[data-sleeve]')].at(-1)
  const from = lastSleeve()?.getBoundingClientRect()
  await nextPaint()
  flushSync(change)
  const sleeve = lastSleeve()
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
