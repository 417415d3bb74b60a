import { pages } from '../../../api/shared/site-map'

/** The pages of the back office that the bar of phones has no room for. */
export const morePages = [
  { name: 'Site', path: pages.site.path, about: 'Words, pictures, videos and colours' },
  { name: 'Account', path: pages.account.path, about: 'How the site is, logins, mail, backups' },
] as const
