import { Link, useLocation } from '@tanstack/react-router'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Disc3 from 'lucide-react/icons/disc-3'
import House from 'lucide-react/icons/house'
import Tv from 'lucide-react/icons/tv'
import Users from 'lucide-react/icons/users'
import { pageAt, pages, showSlugOf } from '../../../api/shared/site-map'
import type { Frame } from '../../band/frame'
import { useBand } from '../../band/use-band'
import { useSession } from '../../features/session/session.store'
import { onReachable } from '../../offline/on-reachable'
import { ButtonLink } from '../../ui/ButtonLink'
import { deferred } from '../../ui/deferred'
import { LinkIcon } from '../../ui/LinkIcon'
import styles from './Header.module.css'

type AdminLinkModule = typeof import('./AdminLink')

/** Loads the link to the back office, which also sends the changes that wait on this device. If its file can't be loaded, tries
 * again when the site may respond again; a browser that remembers failed imports needs a reload. */
const loadAdminLink = (): Promise<AdminLinkModule> =>
  import('./AdminLink').catch(
    () =>
      new Promise((resolve) => {
        const stop = onReachable(() => {
          stop()
          resolve(loadAdminLink())
        })
      }),
  )

const AdminLink = deferred(loadAdminLink)

/** The public pages in the header. */
export const links = [
  { to: pages.home.path, label: 'Home', icon: House },
  { to: pages.aboutUs.path, label: 'About Us', icon: Users },
  { to: pages.videos.path, label: 'Videos', icon: Tv },
  { to: pages.shows.path, label: 'Shows', icon: CalendarDays },
  { to: pages.music.path, label: 'Music', icon: Disc3 },
] as const

export function Header() {
  const here = useHere()
  const hasToken = useSession((session) => session.token !== null)
  const { name, network, playlist } = useBand()
  return (
    <header className={styles.header}>
      <div className={hasToken ? `${styles.bar} ${styles.withAdmin}` : styles.bar}>
        <Link
          to={pages.home.path}
          className={styles.brand}
          data-mark
          aria-label={`${name}, to the first page`}
        >
          {name}
        </Link>{' '}
        <nav className={styles.nav} aria-label="Pages">
          <ul className={styles.links}>
            {links.map(({ to, label, icon: Icon }) => (
              <li key={to} style={{ display: 'contents' }}>
                <Link to={to} className={styles.link} activeProps={{}} {...here(to)}>
                  <Icon aria-hidden />
                  {label}
                </Link>{' '}
              </li>
            ))}
          </ul>
        </nav>
        {hasToken && <AdminLink />}
        <div className={styles.social}>
          <SocialLink link={network} /> <SocialLink link={playlist} />
        </div>{' '}
        <ButtonLink to={pages.bookUs.path} {...here(pages.bookUs.path)}>
          Book Us
        </ButtonLink>{' '}
      </div>
    </header>
  )
}

const SocialLink = ({ link }: { link: Frame['network'] }) =>
  link && (
    <a href={link.url} aria-label={link.label} rel="me noopener" target="_blank">
      <LinkIcon />
    </a>
  )

/** Returns a function that returns the attributes of a link: `aria-current` if the link leads to the current page, in any
 * spelling of its path. The page of a show counts as the list of shows. */
function useHere() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const here = showSlugOf(pathname) === undefined ? pageAt(pathname)?.path : pages.shows.path
  return (to: string) => (to === here ? { 'aria-current': 'page' as const } : {})
}
