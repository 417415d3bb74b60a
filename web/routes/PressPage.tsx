import { getRouteApi } from '@tanstack/react-router'
import type { Track } from '../../api/contract/music'
import { ListNotice } from '../features/connection/ListNotice'
import { PlayButton } from '../features/music/PlayButton'
import { PressKit } from '../features/press/PressKit'
import { Television } from '../features/videos/Television'
import { ButtonLink, QuietLink } from '../ui/ButtonLink'
import { Page } from '../ui/Page'
import { filledRoundClass } from '../ui/round-button'
import styles from './PressPage.module.css'

const route = getRouteApi('/Press')

export default function PressPage() {
  const { site, tracks } = route.useLoaderData()
  const [video] = site.videos ?? []
  return (
    <Page title="Press kit">
      <p className={styles.actions} data-no-print>
        <ButtonLink to="/BookUs">Ask for a date</ButtonLink>{' '}
        <QuietLink to="/Songs">What we play</QuietLink>
      </p>
      <PressKit site={site}>
        {tracks.length > 0 && (
          <section>
            <h2>Hear us</h2>
            <ul className={styles.tracks}>
              {tracks.map((track: Track) => (
                <li key={track._id}>
                  <PlayButton track={track} queue={tracks} className={filledRoundClass} />{' '}
                  {track.name}, {track.artist}
                </li>
              ))}
            </ul>
          </section>
        )}
        {video && (
          <section>
            <h2>See us</h2>
            <Television videos={[video]} />
            <p className={styles.videos}>
              <QuietLink to="/Videos">Our videos</QuietLink>
            </p>
          </section>
        )}
      </PressKit>
      <ListNotice list="site" />
    </Page>
  )
}
