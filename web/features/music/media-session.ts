import { useEffect } from 'react'
import type { Track } from '../../../api/contract/music'
import { usePlayer, useSecond } from './player.store'

/** Undefined in browsers without it. */
const session = navigator.mediaSession as MediaSession | undefined

/** Connects the player with the lock screen and the media keys of the device (Media Session). */
export function useMediaSession(): void {
  const track = usePlayer((player) => player.track)
  const isPlaying = usePlayer((player) => player.isPlaying)
  const second = useSecond()

  useEffect(() => {
    if (!session) return
    session.metadata = track ? metadataOf(track) : null
  }, [track])

  useEffect(() => {
    if (!session) return
    const { toggle, next, previous, seek } = usePlayer.getState()
    const isOn = () => usePlayer.getState().isPlaying
    const by = (seconds: number) => seek(Math.max(0, usePlayer.getState().position + seconds))
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => !isOn() && toggle(),
      pause: () => isOn() && toggle(),
      previoustrack: previous,
      nexttrack: next,
      seekto: ({ seekTime }) => seekTime !== undefined && seek(seekTime),
      seekbackward: ({ seekOffset }) => by(-(seekOffset ?? 10)),
      seekforward: ({ seekOffset }) => by(seekOffset ?? 10),
    }
    const actions = Object.entries(handlers) as [MediaSessionAction, MediaSessionActionHandler][]
    for (const [action, handler] of actions) setHandler(action, handler)
    return () => {
      for (const [action] of actions) setHandler(action, null)
    }
  }, [])

  useEffect(() => {
    if (!session) return
    session.playbackState = isPlaying ? 'playing' : 'paused'
  }, [isPlaying])

  useEffect(() => {
    if (!session || !track) return
    const position = Math.min(second, track.duration)
    session.setPositionState({ duration: track.duration, position, playbackRate: 1 })
  }, [second, track])
}

function metadataOf({ name: title, artist, album = '', cover }: Track) {
  // A JPEG, because lock screens take no SVG.
  const artwork = cover
    ? [{ src: cover.src, sizes: `${cover.width}x${cover.height}`, type: 'image/jpeg' }]
    : []
  return new MediaMetadata({ title, artist, album, artwork })
}

function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
  try {
    session?.setActionHandler(action, handler)
  } catch {
    // The browser does not support this action.
  }
}
