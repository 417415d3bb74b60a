/** Samples per second. */
export const sampleRate = 44_100

/** A voice adds one note to a mix: `at` and `length` in seconds, `pitch` as a MIDI number. */
export type Voice = (mix: Mix, at: number, length: number, pitch: number, loudness: number) => void

export interface Mix {
  left: Float32Array
  right: Float32Array
}

export const createMix = (seconds: number): Mix => ({
  left: new Float32Array(Math.ceil(seconds * sampleRate)),
  right: new Float32Array(Math.ceil(seconds * sampleRate)),
})

const frequency = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12)

/** Returns a generator of pseudo-random numbers from -1 to 1. The seed makes every run give the same samples. */
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 2_147_483_648
  }
}

function add({ left, right }: Mix, at: number, pan: number, samples: Float32Array) {
  const start = Math.round(at * sampleRate)
  const gains = [Math.cos(((pan + 1) * Math.PI) / 4), Math.sin(((pan + 1) * Math.PI) / 4)] as const
  const end = Math.min(samples.length, left.length - start)
  for (let i = 0; i < end; i += 1) {
    const sample = samples[i] ?? 0
    left[start + i] = (left[start + i] ?? 0) + sample * gains[0]
    right[start + i] = (right[start + i] ?? 0) + sample * gains[1]
  }
}

interface PluckOptions {
  pan: number
  /** How fast the string's overtones decay, from 0 (never) to 1. */
  damping: number
  /** Distortion of the amplifier; 0 is clean. */
  drive: number
  /** Depth of vibrato in semitones. */
  vibrato?: number
  seed: number
}

/** A plucked string (Karplus and Strong, 1983): a burst of noise circulates in a delay line and is low-pass filtered
 * in each cycle. */
export function pluckedString(options: PluckOptions): Voice {
  const noise = createNoise(options.seed)
  return (mix, at, length, pitch, loudness) => {
    // Averaging two neighbours delays by half a sample. Reading the string slightly faster or slower corrects the
    // rounding of its length.
    const size = Math.round(sampleRate / frequency(pitch) - 0.5)
    const tuning = (frequency(pitch) * (size + 0.5)) / sampleRate
    const line = Float32Array.from({ length: size + 1 }, noise)
    smooth(line, 1 + options.damping * 4)
    const total = Math.ceil((length + 0.25) * sampleRate)
    const samples = new Float32Array(total)
    const keep = 1 - options.damping * 0.012
    const held = length * sampleRate
    for (let i = 0, read = 0; i < total; i += 1) {
      const next = (read + 1) % size
      const sample = line[read] ?? 0
      line[read] =
        (sample * 0.5 + (line[next] ?? 0) * 0.5) *
        (i < held ? keep + options.damping * 0.011 : 0.985)
      samples[i] = shape(sample * (1 + options.drive * 6), options.drive) * loudness
      read = next
    }
    add(mix, at, options.pan, bend(samples, tuning, options.vibrato ?? 0))
  }
}

/** Low-pass filters the noise burst that excites a string. */
function smooth(line: Float32Array, passes: number) {
  for (let pass = 0; pass < passes; pass += 1)
    for (let i = 1; i < line.length; i += 1) line[i] = ((line[i] ?? 0) + (line[i - 1] ?? 0)) / 2
}

const shape = (sample: number, drive: number) =>
  drive > 0 ? Math.tanh(sample) / (1 + drive) : sample

/** Resamples at another speed and adds vibrato, which starts after a quarter of a second. */
function bend(samples: Float32Array, speed: number, semitones: number): Float32Array {
  const bent = new Float32Array(samples.length)
  let read = 0
  for (let i = 0; i < bent.length; i += 1) {
    const seconds = i / sampleRate
    const depth = semitones * Math.min(1, Math.max(0, (seconds - 0.25) * 3))
    read += speed * 2 ** ((depth * Math.sin(seconds * 2 * Math.PI * 5.4)) / 12)
    const whole = Math.floor(read)
    const part = read - whole
    bent[i] = (samples[whole] ?? 0) * (1 - part) + (samples[whole + 1] ?? 0) * part
  }
  return bent
}

/** A bass guitar: two rounded waves an octave apart that swell and fade. */
export const bassGuitar: Voice = (mix, at, length, pitch, loudness) => {
  const total = Math.ceil((length + 0.08) * sampleRate)
  const step = (2 * Math.PI * frequency(pitch)) / sampleRate
  const samples = new Float32Array(total)
  for (let i = 0; i < total; i += 1) {
    const seconds = i / sampleRate
    const attack = Math.min(1, seconds / 0.008)
    const release = Math.min(1, Math.max(0, (length + 0.08 - seconds) / 0.08))
    const decay = Math.exp(-seconds * 1.6)
    const wave =
      Math.sin(i * step) +
      0.45 * Math.sin(2 * i * step) * decay +
      0.2 * Math.sin(3 * i * step) * decay * decay
    samples[i] = Math.tanh(wave * 1.3) * attack * release * (0.35 + 0.65 * decay) * loudness
  }
  add(mix, at, 0, samples)
}

type Drum = (mix: Mix, at: number, loudness: number) => void

const hitNoise = createNoise(7)

export const kick: Drum = (mix, at, loudness) => {
  let phase = 0
  const samples = Float32Array.from({ length: sampleRate * 0.32 }, (_, i) => {
    const seconds = i / sampleRate
    phase += (2 * Math.PI * (46 + 110 * Math.exp(-seconds * 34))) / sampleRate
    return Math.sin(phase) * Math.exp(-seconds * 11) * loudness
  })
  add(mix, at, 0, samples)
}

export const snare: Drum = (mix, at, loudness) => {
  let last = 0
  const samples = Float32Array.from({ length: sampleRate * 0.24 }, (_, i) => {
    const seconds = i / sampleRate
    const rattle = hitNoise()
    const bright = rattle - last * 0.6
    last = rattle
    const tone = Math.sin(2 * Math.PI * 186 * seconds) * Math.exp(-seconds * 26)
    return (bright * 0.5 * Math.exp(-seconds * 17) + tone * 0.7) * loudness
  })
  add(mix, at, 0.08, samples)
}

/** A hi-hat.
 * @param length seconds until it is silent: short if closed, long if open */
export const hat = (mix: Mix, at: number, loudness: number, length = 0.05) => {
  let last = 0
  const samples = Float32Array.from({ length: sampleRate * length * 4 }, (_, i) => {
    const rattle = hitNoise()
    const high = rattle - last
    last = rattle
    return high * 0.4 * Math.exp(-(i / sampleRate) / length) * loudness
  })
  add(mix, at, 0.3, samples)
}

/** Adds reverberation (four feedback comb filters; Schroeder, 1962) and a limiter. */
export function master(mix: Mix, wetness: number): Mix {
  const channel = (dry: Float32Array, spread: number) => {
    const wet = new Float32Array(dry.length)
    for (const delay of [0.0297, 0.0371, 0.0411, 0.0437]) {
      const size = Math.round((delay + spread) * sampleRate)
      const line = new Float32Array(size)
      let filtered = 0
      for (let i = 0; i < dry.length; i += 1) {
        const echo = line[i % size] ?? 0
        filtered = echo * 0.7 + filtered * 0.3
        line[i % size] = (dry[i] ?? 0) + filtered * 0.76
        wet[i] = (wet[i] ?? 0) + echo * 0.25
      }
    }
    return dry.map((sample, i) => sample + (wet[i] ?? 0) * wetness)
  }
  const left = channel(mix.left, 0)
  const right = channel(mix.right, 0.0011)
  let peak = 0
  for (const side of [left, right])
    for (const sample of side) peak = Math.max(peak, Math.abs(sample))
  const limit = (sample: number) => Math.tanh((sample / peak) * 1.9) * 0.93
  return { left: left.map(limit), right: right.map(limit) }
}
