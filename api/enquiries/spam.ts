import type { EnquiryBody } from '../contract/enquiries'

/** Milliseconds. A person takes longer to fill the form. */
const minFillTime = 1_500

/** Whether a bot sent an enquiry: it filled the hidden field, or it filled the form too fast. The response does not
 * reveal the result. */
export const isSpam = ({ website = '', filledFor }: EnquiryBody) =>
  website !== '' || (filledFor !== undefined && filledFor < minFillTime)
