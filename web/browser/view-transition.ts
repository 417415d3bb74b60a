import { flushSync } from 'react-dom'

/** Opens or closes the player within a view transition, where the browser has them and the person does not prefer reduced motion.
 * Its styles select the transition by its type (CSS View Transitions Level 2). */
export function withPlayerTransition(change: () => void): void {
  const hasTypes = CSS.supports('selector(:active-view-transition-type(a))')
  if (hasTypes && !matchMedia('(prefers-reduced-motion)').matches)
    document.startViewTransition({ update: () => flushSync(change), types: ['player'] })
  else change()
}
