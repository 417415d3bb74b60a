import { useEffect, useState } from 'react'
import { storage } from '../../browser/storage'
import { deferred } from '../../ui/deferred'
import type { PlayerProps } from './Player'
import { onTrack, playerElementId, rememberedTrackKey } from './player-element'

// Loaded with the first track. If this chunk can't be loaded, the track plays without controls.
const Player = deferred(() => import('./Player'))

/** The one audio element of the site, which all pages share, and the place of the player's controls. It is small, because
 * every page loads it. */
export function PlayerSlot({ load, site }: PlayerProps) {
  const [hasTrack, setHasTrack] = useState(false)
  useEffect(() => {
    if (storage.get(rememberedTrackKey) !== null) setHasTrack(true)
    return onTrack(() => setHasTrack(true))
  }, [])
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: music; there is nothing spoken to caption */}
      <audio id={playerElementId} preload="none">
        Your browser does not support the audio tag.
      </audio>
      {hasTrack && <Player load={load} site={site} />}
    </>
  )
}
