import { flushSync } from 'react-dom'

/** Changes the page within a view transition, where the browser has them and the person does not prefer reduced motion.
 * @param type the type of the transition, by which styles select it (CSS View Transitions Level 2) */
export function withViewTransition(type: string, change: () => void): void {
  const hasTypes = CSS.supports('selector(:active-view-transition-type(a))')
  if (hasTypes && !matchMedia('(prefers-reduced-motion)').matches)
    document.startViewTransition({ update: () => flushSync(change), types: [type] })
  else change()
}
