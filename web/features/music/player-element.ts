/** The id of the one audio element of the site, in the frame that all pages share. */
export const playerElementId = 'player'

/** The local storage key of the current track. */
export const rememberedTrackKey = 'playing'

const firstTrackEvent = 'firsttrack'

/** Announces that there is a track to play, so that the frame shows the player's controls. */
export const announceFirstTrack = (): boolean => dispatchEvent(new Event(firstTrackEvent))

/** Calls back when the first track is played or cued.
 * @returns a function that stops listening */
export function onFirstTrack(listener: () => void): () => void {
  addEventListener(firstTrackEvent, listener)
  return () => removeEventListener(firstTrackEvent, listener)
}
