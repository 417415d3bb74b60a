import type { ReactNode } from 'react'
import type { Site } from '../../../api/contract/site'
import { vectorIconPath } from '../../../api/shared/drawn-files'
import { iconLabel } from '../../../api/shared/icon-label'
import { linksOf } from '../../band/frame'
import { Members } from '../../features/about/Members'
import { BookingFacts } from '../../features/booking/BookingFacts'
import { Hero } from '../../features/home/Hero'
import { Welcome } from '../../features/home/Welcome'
import { PressKit } from '../../features/press/PressKit'
import { Television } from '../../features/videos/Television'
import { LinkIcon } from '../../ui/LinkIcon'
import { Page } from '../../ui/Page'
import styles from './SectionLooks.module.css'

/** By the ids of the sections. */
const looks: Readonly<Record<string, (site: Site) => ReactNode>> = {
  name: ({ name, shortName, genre, town }) => (
    <Page>
      <div className={styles.name}>
        <p className={styles.icon}>
          <img src={vectorIconPath} width={72} height={72} alt="" />
          {iconLabel({ name, ...(shortName && { shortName }) })}
        </p>
        <div>
          <p>{[genre, town].filter(Boolean).join(' · ')}</p>
          <h2>{name}</h2>
        </div>
      </div>
    </Page>
  ),
  home: (site) => (
    <>
      {/* The promo video is shown as its picture, so that no video is downloaded. */}
      <Hero band={{ ...site, promo: { ...site.promo, mp4: '', webm: '' } }} actions={null} />
      <div className={styles.block}>
        <Welcome band={site} />
      </div>
    </>
  ),
  members: ({ members }) => (
    <Page title="About Us">
      <Members members={members || []} />
    </Page>
  ),
  videos: ({ videos: [first, ...others] = [] }) => (
    <Page title="Videos">{first && <Television videos={[first, ...others]} />}</Page>
  ),
  booking: ({ bookingInvitation, booking }) => (
    <Page title="Want to book us?">
      <p>{bookingInvitation}</p>
      <BookingFacts {...booking} />
    </Page>
  ),
  press: (site) => (
    <Page title="Press kit">
      <PressKit site={site}>{null}</PressKit>
    </Page>
  ),
  links: (site) => (
    <Page>
      <ul className={styles.links}>
        {linksOf(site)
          .filter(({ label, url }) => label || url)
          .map(({ label, url }, index) => (
            <li key={String(index)}>
              <a href={url}>
                <LinkIcon />
                {label}
              </a>
            </li>
          ))}
      </ul>
    </Page>
  ),
}

/** What the pages show of a section of the band's words.
 * @param id the id of the section */
export default function SectionLooks({ id, site }: { id: string; site: Site }) {
  return looks[id]?.(site)
}
