import type { Enquiry, EnquiryBox } from '../contract/enquiries'

/** The box of the inbox that contains an enquiry. Records of another program may lack the marks. */
export function boxOf({
  isSpam,
  isUnsure,
  status,
}: Pick<Enquiry, 'status'> & Partial<Pick<Enquiry, 'isSpam' | 'isUnsure'>>): EnquiryBox {
  if (isSpam) return 'spam'
  return isUnsure ? 'unsure' : status
}
