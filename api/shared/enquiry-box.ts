import type { Enquiry, EnquiryBox } from '../contract/enquiries'

/** Records of another program may lack the marks. */
type Marked = Pick<Enquiry, 'status'> & Partial<Pick<Enquiry, 'isSpam' | 'isUnsure'>>

/** The box of the inbox that contains an enquiry. */
export const boxOf = ({ isSpam, isUnsure, status }: Marked): EnquiryBox =>
  isSpam ? 'spam' : isUnsure ? 'unsure' : status
