import type { EnquiryBody } from '../contract/enquiries'

/** Milliseconds. A person takes longer to fill in the form. */
const minFillTime = 1_500

/** Whether a bot sent an enquiry: it filled in the hidden field, or it filled in the form too fast. The
 * response does not reveal the result. */
export const isSpam = ({ website = '', filledFor }: EnquiryBody) =>
  website !== '' || (filledFor !== undefined && filledFor < minFillTime)
