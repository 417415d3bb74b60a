import type { EnquiryBody } from '../contract/enquiries'

/** Nobody reads the form, thinks, and writes in less (milliseconds). */
const leastFillTime = 1_500

/** Whether a program wrote this: it filled the field that no person sees, or it was faster than any. The
 * sender is told nothing of it. */
export const isSpam = ({ website = '', filledFor }: EnquiryBody) =>
  website !== '' || (filledFor !== undefined && filledFor < leastFillTime)
