import { pages } from './site-map'

/** How another app shares mp3s with the installed site (Web Share Target): in a POST request to the page of the back office,
 * which the service worker answers. */
export const sharedFiles = {
  path: pages.admin.path,
  /** The field of the form that contains the files. */
  field: 'tracks',
  /** The hash with which the back office opens the list of the mp3s that are uploaded together. */
  hash: 'several',
} as const
