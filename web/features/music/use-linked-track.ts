import { useNavigate } from '@tanstack/react-router'
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
  const navigate = useNavigate()
  const open = useEffectEvent((tracks: readonly Track[], slug: string, position: number) => {
    const track = trackBySlug(tracks, slug)
    if (!track) return
    usePlayer.getState().play(track, tracks, position < track.duration ? position : 0)
    // The link is followed once: not again after a reload, or when the visitor returns to this page.
    void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
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
    let isLeft = false
    load().then(
      (tracks) => isLeft || open(tracks, slug, linkedTime(parameters.get('t'))),
      (error: unknown) => console.error('The linked track could not be opened:', error),
    )
    return () => {
      isLeft = true
    }
  }, [load])
}
