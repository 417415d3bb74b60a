import { adminPaths } from '../../../../api/shared/admin-map'

/** The pages of the back office that the bar of phones has no room for. */
export const morePages = [
  { name: 'Songs', path: adminPaths.songs, about: 'What you play, with keys and notes' },
  { name: 'Stage', path: adminPaths.stage, about: 'The set list of the next show, large' },
  { name: 'Nights', path: adminPaths.nights, about: 'What is on when, and nights off' },
  { name: 'Site', path: adminPaths.site, about: 'Words, pictures, videos and colours' },
  { name: 'Account', path: adminPaths.account, about: 'Status, logins, mail, backups, in and out' },
] as const
