import { pages } from './site-map'

/** The share target of the installed site (Web Share Target), with which other apps share mp3s with it. The service worker
 * handles the POST request. */
export const shareTarget = {
  action: pages.admin.path,
  /** The field of the form that contains the files. */
  field: 'tracks',
  /** The hash with which the back office then shows the uploads. */
  hash: 'uploads',
  /** The query of the redirect if the files could not be stored. */
  failed: '?failed',
} as const
