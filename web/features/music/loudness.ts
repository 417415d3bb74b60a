/** The volume at which a track is as loud as all others.
 * @param volume the visitor's volume, from 0 to 1
 * @param gain decibels by which the track must be amplified to be as loud as the others; undefined if it is not known. A
 * media element can't amplify, so a quiet track is left as it is. On iPhones the volume of a media element can't be set,
 * so nothing changes there. */
export const volumeOf = (volume: number, gain: number | undefined): number =>
  volume * Math.min(1, 10 ** ((gain ?? 0) / 20))
