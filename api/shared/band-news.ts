/** A message for the band itself. */
export interface BandNews {
  title: string
  body: string
  /** The URL of the page that it leads to. */
  address: string
  /** A later message with the same tag replaces it on a phone. */
  tag: string
}
