import { setImmediate } from 'node:timers/promises'
import { MPEGDecoder } from 'mpg123-decoder'
import { createLoudnessMeter } from './loudness-meter'

/** LUFS: the reference of ReplayGain 2. Most recordings are louder, and a media element can only attenuate. */
const target = -18
/** Bytes that are decoded at a time, in a few milliseconds, so that requests are not delayed. */
const pieceLength = 16 * 1024
/** Pieces with errors that are tolerated. The decoder logs each error, and a damaged file must not fill the log. */
const maxFaultyPieces = 8
/** Seconds that are measured of a file, so that a recording of a whole evening does not take minutes. */
const maxDuration = 15 * 60

/** Measures the loudness of an mp3 (EBU R 128), or of its first quarter of an hour, while it arrives. */
export async function createGainMeter() {
  const decoder = new MPEGDecoder()
  await decoder.ready
  let meter: ReturnType<typeof createLoudnessMeter> | undefined
  let hasFailed = false
  let faultyPieces = 0
  let duration = 0

  function decode(piece: Uint8Array) {
    const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(piece)
    if (errors.length > 0) faultyPieces += 1
    if (faultyPieces > maxFaultyPieces) hasFailed = true
    if (samplesDecoded === 0) return
    duration += samplesDecoded / sampleRate
    meter ??= createLoudnessMeter(sampleRate, channelData.length)
    meter.push(channelData)
  }

  return {
    /** Decodes a part of the file. If that fails, or too many pieces have errors, the file has no gain. */
    async push(bytes: Uint8Array) {
      const isWanted = () => !hasFailed && duration < maxDuration
      for (let at = 0; at < bytes.length && isWanted(); at += pieceLength) {
        try {
          decode(bytes.subarray(at, at + pieceLength))
        } catch {
          hasFailed = true
        }
        await setImmediate()
      }
    },
    /** The decibels by which the file must be amplified to have −18 LUFS; undefined if it is silent, too short, or can't be
     * decoded. */
    gain() {
      const loudness = hasFailed ? undefined : meter?.integrated()
      return loudness === undefined ? undefined : Math.round((target - loudness) * 100) / 100
    },
    /** Must be called at the end; the decoder's memory is not garbage-collected. */
    free: () => decoder.free(),
  }
}

/** Measures the gain of a stored file; see `createGainMeter`. */
export async function measureGain(file: AsyncIterable<Uint8Array>): Promise<number | undefined> {
  const meter = await createGainMeter()
  try {
    for await (const bytes of file) await meter.push(bytes)
    return meter.gain()
  } finally {
    meter.free()
  }
}
