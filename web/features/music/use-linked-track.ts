import { useEffect, useEffectEvent } from 'react'
import type { Track } from '../../../api/contract/music'
import { usePlayer } from './player.store'
import { linkedTime, trackBySlug } from './track-links'

/** Opens the track of a link such as `/Music?track=greensleeves&t=1m12s`: scrolls to it and tries to play it from there.
 * Browsers that require a press show it paused.
 * @param load fetches all tracks
 * @param reveal called with the track's place in the list, which may not be displayed yet */
export function useLinkedTrack(
  load: () => Promise<readonly Track[]>,
  reveal: (place: number) => void,
): void {
  const open = useEffectEvent((tracks: readonly Track[], slug: string, position: number) => {
    const track = trackBySlug(tracks, slug)
    if (!track) return
    const { cue, toggle } = usePlayer.getState()
    cue(track, Math.min(position, track.duration))
    toggle(track, tracks)
    reveal(tracks.indexOf(track))
    // After the list has been rendered.
    requestAnimationFrame(() =>
      document.getElementById(track._id)?.scrollIntoView({ block: 'center' }),
    )
  })
  useEffect(() => {
    const parameters = new URLSearchParams(location.search)
    const slug = parameters.get('track')
    if (!slug) return
    load().then(
      (tracks) => open(tracks, slug, linkedTime(parameters.get('t'))),
      (error: unknown) => console.error('The linked track could not be opened:', error),
    )
  }, [load])
}
