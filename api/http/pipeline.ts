import type { Next, Step } from './request-context'

/** Puts steps in a row before the last one, which always responds. */
export const pipeline = (steps: readonly Step[], last: Next): Next =>
  steps.reduceRight<Next>((next, step) => (context) => step(context, next), last)
