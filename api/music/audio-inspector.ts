import type { Inspector, StoredFile } from '../files/stored-files'
import { createGainMeter } from './gain'
import { MpegAudioReader } from './mpeg-audio'
import { maxTagBytes } from './track-tags'

interface AudioDetails {
  /** Seconds. */
  duration: number
  /** Decibels, as `createGainMeter` measures them; null if it can't be measured. */
  gain: number | null
  /** Null if the tags contain no picture; absent if they may contain one. */
  picture?: null
}

/** A stored mp3. */
export type AudioFile = StoredFile & AudioDetails

/** Checks that a file is MPEG audio, measures its duration and loudness, and detects tags
 * without a picture.
 * @param knownGain the gain in decibels, if it is known; then the loudness is not measured
 * @throws NotMpegAudioError from `finish` */
export async function createAudioInspector(knownGain?: number): Promise<Inspector<AudioDetails>> {
  const audio = new MpegAudioReader()
  const meter = knownGain === undefined ? await createGainMeter() : undefined
  let mayHavePicture = false
  let frame = 'APIC'
  let read = 0
  let carried = Buffer.alloc(0)

  /** Searches the start of the file for the name of a picture's frame: `PIC` in ID3v2.2, `APIC` since ID3v2.3. The fourth byte is
   * the version. */
  function findPicture(bytes: Uint8Array) {
    if (mayHavePicture || read >= maxTagBytes) return
    if (read === 0 && bytes[3] === 2) frame = 'PIC'
    const piece = Buffer.concat([carried, bytes])
    mayHavePicture = piece.includes(frame)
    // A copy, so that the piece need not stay in memory.
    carried = Buffer.from(piece.subarray(-3))
    read += bytes.length
  }
  return {
    push(bytes) {
      audio.push(bytes)
      findPicture(bytes)
      return meter?.push(bytes)
    },
    finish: () => ({
      contentType: 'audio/mpeg',
      duration: Math.round(audio.finish() * 1000) / 1000,
      gain: knownGain ?? meter?.gain() ?? null,
      ...(!mayHavePicture && { picture: null }),
    }),
    free: () => meter?.free(),
  }
}
