import type { Next, Step } from './request-context'

/** Chains steps in order; the last one always responds. */
export const pipeline = (steps: readonly Step[], last: Next): Next =>
  steps.reduceRight<Next>((next, step) => (context) => step(context, next), last)
