/** A digital filter of the second order; the first coefficient of the denominator is 1. */
interface Biquad {
  numerator: readonly [number, number, number]
  denominator: readonly [number, number]
}

/** The two filters of the K-weighting (ITU-R BS.1770-5, annex 1), which model the head and the ear. The standard lists
 * coefficients for 48 kHz; these are the analogue prototypes that result in them, for any sample rate. */
function kWeighting(sampleRate: number): [Biquad, Biquad] {
  const [shelfFrequency, shelfGain, shelfQuality] = [
    1681.974450955533, 3.999843853973347, 0.7071752369554196,
  ]
  const [passFrequency, passQuality] = [38.13547087602444, 0.5003270373238773]
  const shelf = Math.tan((Math.PI * shelfFrequency) / sampleRate)
  const high = 10 ** (shelfGain / 20)
  const band = high ** 0.4996667741545416
  const shelfScale = 1 + shelf / shelfQuality + shelf ** 2
  const pass = Math.tan((Math.PI * passFrequency) / sampleRate)
  const passScale = 1 + pass / passQuality + pass ** 2
  return [
    {
      numerator: [
        (high + (band * shelf) / shelfQuality + shelf ** 2) / shelfScale,
        (2 * (shelf ** 2 - high)) / shelfScale,
        (high - (band * shelf) / shelfQuality + shelf ** 2) / shelfScale,
      ],
      denominator: [
        (2 * (shelf ** 2 - 1)) / shelfScale,
        (1 - shelf / shelfQuality + shelf ** 2) / shelfScale,
      ],
    },
    {
      numerator: [1, -2, 1],
      denominator: [
        (2 * (pass ** 2 - 1)) / passScale,
        (1 - pass / passQuality + pass ** 2) / passScale,
      ],
    },
  ]
}

/** Creates the function that filters the samples of one channel from `start` up to, but not including, `end`, and sums their
 * squares. Both filters are in one loop, because a function call for each sample takes four times as long. */
function createEnergyMeter(sampleRate: number) {
  const [{ numerator: shelf, denominator: shelfBack }, { numerator: pass, denominator: passBack }] =
    kWeighting(sampleRate)
  let [shelf1, shelf2, pass1, pass2] = [0, 0, 0, 0]
  return (samples: Float32Array, start: number, end: number): number => {
    let sum = 0
    for (let at = start; at < end; at += 1) {
      const sample = samples[at] ?? 0
      const shelved = shelf[0] * sample + shelf1
      shelf1 = shelf[1] * sample - shelfBack[0] * shelved + shelf2
      shelf2 = shelf[2] * sample - shelfBack[1] * shelved
      const passed = pass[0] * shelved + pass1
      pass1 = pass[1] * shelved - passBack[0] * passed + pass2
      pass2 = pass[2] * shelved - passBack[1] * passed
      sum += passed * passed
    }
    return sum
  }
}

/** Steps of 100 ms in a block of 400 ms, which overlaps the next one by 75 %. */
const stepsPerBlock = 4
/** The absolute gate in LUFS; the relative gate in LU from the mean of the blocks above the absolute one. */
const [absoluteGate, relativeGate] = [-70, -10]

const silence = new Float32Array()
const loudnessOf = (energy: number) => -0.691 + 10 * Math.log10(energy)
const energyOf = (loudness: number) => 10 ** ((loudness + 0.691) / 10)
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Measures the integrated loudness of audio while it is decoded (EBU R 128, ITU-R BS.1770-5). It needs 8 bytes for each
 * 100 ms, so that long recordings don't have to fit in memory. Mono counts as two equal channels, as it is played. */
export function createLoudnessMeter(sampleRate: number, channels: number) {
  const energyMeters = Array.from({ length: channels }, () => createEnergyMeter(sampleRate))
  const stepLength = Math.round(sampleRate / 10)
  const weight = channels === 1 ? 2 : 1
  /** The mean square of each 100 ms, summed over the channels. */
  const steps: number[] = []
  let sum = 0
  let count = 0

  return {
    /** @param samples one array for each channel, of equal length */
    push(samples: readonly Float32Array[]): void {
      const length = samples[0]?.length ?? 0
      for (let at = 0; at < length; ) {
        const end = Math.min(at + stepLength - count, length)
        for (const [channel, energyOfSamples] of energyMeters.entries())
          sum += energyOfSamples(samples[channel] ?? silence, at, end)
        count += end - at
        at = end
        if (count < stepLength) continue
        steps.push((weight * sum) / stepLength)
        sum = 0
        count = 0
      }
    },

    /** The loudness in LUFS; undefined if it is too short or too quiet to have one. */
    integrated(): number | undefined {
      const blocks = steps
        .slice(stepsPerBlock - 1)
        .map((_, index) => mean(steps.slice(index, index + stepsPerBlock)))
      const audible = blocks.filter((energy) => energy > energyOf(absoluteGate))
      if (audible.length === 0) return undefined
      const gate = energyOf(loudnessOf(mean(audible)) + relativeGate)
      return loudnessOf(mean(audible.filter((energy) => energy > gate)))
    },
  }
}
