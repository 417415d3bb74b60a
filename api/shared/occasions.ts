import type { Occasion } from '../contract/enquiries'

/** The names of the occasions. */
export const occasions: Record<Occasion, string> = {
  wedding: 'Wedding',
  bar: 'Bar or pub',
  festival: 'Festival',
  company: 'Company event',
  private: 'Private party',
  other: 'Something else',
}
