/** The files that the band can upload for its pages. */

/** The largest size, in bytes. */
export const maxPageFileSize = 200 * 1024 * 1024

/** The names of their kinds, by content type. None of these kinds can contain scripts that a browser runs on this site. */
export const pageFileKinds = {
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'application/zip': 'ZIP',
  'text/vtt': 'WebVTT',
} as const
export type PageFileType = keyof typeof pageFileKinds
