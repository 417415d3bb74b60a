import type { Inspector, StoredFile } from '../files/stored-files'
import { createGainMeter } from './gain'
import { MpegAudioReader } from './mpeg-audio'

interface AudioDetails {
  /** Seconds. */
  duration: number
  /** Decibels, as in `GainMeter`; null if it can't be measured. */
  gain?: number | null
}

/** A stored mp3. */
export type AudioFile = StoredFile & AudioDetails

/** Checks that a file is MPEG audio, and measures its duration and loudness.
 * @throws NotMpegAudioError from `finish` */
export async function createAudioInspector(): Promise<Inspector<AudioDetails>> {
  const audio = new MpegAudioReader()
  const meter = await createGainMeter()
  return {
    push(bytes) {
      audio.push(bytes)
      return meter.push(bytes)
    },
    finish: () => ({
      contentType: 'audio/mpeg',
      duration: Math.round(audio.finish() * 1000) / 1000,
      gain: meter.gain() ?? null,
    }),
    free: meter.free,
  }
}
