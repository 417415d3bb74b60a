import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Track } from '../../../api/contract/music'
import { usePlayer } from './player.store'
import { rememberedTrack } from './remembered-track'

// Loaded with the first track. Without it, the track plays as well.
const Player = lazy(() => import('./Player').catch(() => ({ default: () => <></> })))

interface PlayerSlotProps {
  /** Fetches all tracks. */
  load: () => Promise<readonly Track[]>
  /** Absolute origin of the public site. */
  site: string
}

/** The one audio element of the site, which all pages share, and the place of the player's controls. */
export function PlayerSlot({ load, site }: PlayerSlotProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const hasTrack = usePlayer((player) => player.track !== undefined)
  const { attach, cue } = usePlayer.getState()
  useEffect(() => (audio.current ? attach(audio.current) : undefined), [attach])
  useEffect(() => {
    const remembered = rememberedTrack()
    if (remembered && !usePlayer.getState().track) cue(remembered.track, remembered.position)
  }, [cue])
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: music; there is nothing spoken to caption */}
      <audio ref={audio} preload="none">
        Your browser does not support the audio tag.
      </audio>
      {hasTrack && (
        <Suspense>
          <Player audio={audio} load={load} site={site} />
        </Suspense>
      )}
    </>
  )
}
