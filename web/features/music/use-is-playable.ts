import { useConnection } from '../../offline/connection'
import { useOfflineTracks } from './offline-tracks.store'
import { usePlayer } from './player.store'

/** Returns the check whether a track can be played now: without network, only one that is saved on this device can. */
export function useIsPlayable() {
  // Its result depends on both.
  useConnection(({ isReachable }) => isReachable)
  useOfflineTracks(({ tracks }) => tracks)
  return usePlayer(({ isPlayable }) => isPlayable)
}
