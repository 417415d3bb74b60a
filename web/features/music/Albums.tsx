import Play from 'lucide-react/icons/play'
import type { Track } from '../../../api/contract/music'
import { QuietButton } from '../../ui/Button'
import { albumsOf } from './albums'
import styles from './MusicTracks.module.css'
import { usePlayer } from './player.store'

interface AlbumsProps {
  /** The tracks that the page has. */
  tracks: readonly Track[]
  load: () => Promise<readonly Track[]>
}

/** A button for each album, which plays its tracks in their order. */
export function Albums({ tracks, load }: AlbumsProps) {
  const albums = albumsOf(tracks)
  if (albums.length === 0) return null

  async function play(name: string, known: readonly Track[]) {
    const [first] = known
    if (!first) return
    // Starts during the press, because browsers allow playback only then, and adds the tracks that were not loaded.
    usePlayer.getState().play(first, known, 0, name)
    const whole = albumsOf(await load()).find((album) => album.name === name)
    if (whole && usePlayer.getState().album === name) usePlayer.setState({ queue: whole.tracks })
  }

  return (
    <ul className={styles.albums} aria-label="Albums" data-needs-scripts>
      {albums.map(({ name, tracks: own }) => (
        <li key={name}>
          <QuietButton
            onClick={() =>
              play(name, own).catch((error: unknown) =>
                console.debug('The other tracks of the album could not be loaded:', error),
              )
            }
          >
            <Play size="1em" aria-hidden /> Play the album “{name}”
          </QuietButton>
        </li>
      ))}
    </ul>
  )
}
