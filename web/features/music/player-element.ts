/** The id of the one audio element of the site, in the frame that all pages share. */
export const playerElementId = 'player'

/** The local storage key of the current track. */
export const rememberedTrackKey = 'playing'

const trackEvent = 'track'

/** Announces that a track is played or cued, so that the frame shows the player's controls. */
export const announceTrack = (): boolean => dispatchEvent(new Event(trackEvent))

/** Calls back whenever a track is played or cued.
 * @returns a function that stops listening */
export function onTrack(listener: () => void): () => void {
  addEventListener(trackEvent, listener)
  return () => removeEventListener(trackEvent, listener)
}
