import { officePaths } from '../../../api/shared/office-map'

/** The pages of the back office that the bar of phones has no room for. */
export const morePages = [
  { name: 'Songs', path: officePaths.songs, about: 'What you play, with keys and notes' },
  { name: 'Nights', path: officePaths.nights, about: 'What is on when, and nights off' },
  { name: 'Site', path: officePaths.site, about: 'Words, pictures, videos and colours' },
  { name: 'Account', path: officePaths.account, about: 'How the site is, logins, mail, backups' },
] as const
