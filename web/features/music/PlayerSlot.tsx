import { lazy, Suspense, useEffect, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { storage } from '../../browser/storage'
import { onTrack, playerElementId, rememberedTrackKey } from './player-element'

// Loaded with the first track. If this chunk can't be loaded, the track plays without controls.
const Player = lazy(() => import('./Player').catch(() => ({ default: () => <></> })))

interface PlayerSlotProps {
  /** Fetches all tracks. */
  load: () => Promise<readonly Track[]>
  /** Absolute origin of the public site. */
  site: string
}

/** The one audio element of the site, which all pages share, and the place of the player's controls. It is small, because
 * every page loads it. */
export function PlayerSlot({ load, site }: PlayerSlotProps) {
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
      {hasTrack && (
        <Suspense>
          <Player load={load} site={site} />
        </Suspense>
      )}
    </>
  )
}
