import { adminPaths } from '../../../../api/shared/admin-map'

/** The pages of the back office that the bar of phones has no room for. */
export const morePages = [
  { name: 'Songs', path: adminPaths.songs, about: 'What you play, and in which key' },
  { name: 'Stage', path: adminPaths.stage, about: 'The next set list, large' },
  { name: 'Nights', path: adminPaths.nights, about: 'What is on, and nights off' },
  { name: 'Site', path: adminPaths.site, about: 'Words, pictures and colours' },
  { name: 'Account', path: adminPaths.account, about: 'Logins, mail, backups, import' },
] as const
