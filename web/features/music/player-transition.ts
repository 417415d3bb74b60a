import { flushSync } from 'react-dom'

/** Opens or closes the player in a view transition, if the browser supports types of transitions and the person does not prefer
 * reduced motion. Styles select it by its type (CSS View Transitions Level 2). */
export function withPlayerTransition(change: () => void): void {
  const hasTypes = CSS.supports('selector(:active-view-transition-type(a))')
  if (hasTypes && !matchMedia('(prefers-reduced-motion)').matches)
    document.startViewTransition({ update: () => flushSync(change), types: ['player'] })
  else change()
}
