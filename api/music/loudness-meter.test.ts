import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { MPEGDecoder } from 'mpg123-decoder'
import { expect, it } from 'vitest'
import { mp3 } from '../../testing/requests'
import { measureGain } from './gain'
import { createLoudnessMeter } from './loudness-meter'

interface Reference {
  memory: WebAssembly.Memory
  __wbindgen_malloc(bytes: number): number
  ebur128_integrated_stereo(rate: number, ...arrays: number[]): number
}

/** Measures by an independent implementation of the standard, in Rust. */
async function reference() {
  const path = fileURLToPath(import.meta.resolve('ebur128-wasm/ebur128_wasm_bg.wasm'))
  // Its imports are for errors in Rust only.
  const names = ['new_693216e109162396', 'stack_0ddaca5d1abfb52f', 'error_09919627ac0992f5']
  const functions = Object.fromEntries(names.map((name) => [`__wbg_${name}`, () => 0]))
  const { instance } = await WebAssembly.instantiate(readFileSync(path), {
    './ebur128_wasm_bg.js': { ...functions, __wbindgen_object_drop_ref: () => undefined },
  })
  const wasm = instance.exports as unknown as Reference
  return (rate: number, channels: Float32Array[]) => {
    const places = channels.flatMap((channel) => {
      const place = wasm.__wbindgen_malloc(channel.length * 4)
      new Float32Array(wasm.memory.buffer).set(channel, place / 4)
      return [place, channel.length]
    })
    return wasm.ebur128_integrated_stereo(rate, ...places)
  }
}

const sine = (frequency: number, amplitude: number, seconds: number, sampleRate = 48_000) =>
  Float32Array.from(
    { length: seconds * sampleRate },
    (_, at) => amplitude * Math.sin((2 * Math.PI * frequency * at) / sampleRate),
  )

function measure(samples: Float32Array[], sampleRate = 48_000, pieceLength = 1152) {
  const meter = createLoudnessMeter(sampleRate, samples.length)
  const length = samples[0]?.length ?? 0
  for (let at = 0; at < length; at += pieceLength)
    meter.push(samples.map((channel) => channel.subarray(at, at + pieceLength)))
  return meter.integrated()
}

// EBU Tech 3341, minimum requirements test signals 1 and 2.
it.each([
  [-23, -23],
  [-33, -33],
])('a stereo sine of 1 kHz at %d dBFS has %d LUFS', (level, loudness) => {
  const tone = sine(1000, 10 ** (level / 20), 20)
  expect(measure([tone, tone])).toBeCloseTo(loudness, 1)
})

it('quiet passages do not count (EBU Tech 3341, test signal 3)', () => {
  const at = (level: number, seconds: number) => sine(1000, 10 ** (level / 20), seconds)
  const parts = [at(-36, 10), at(-23, 60), at(-36, 10)]
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  expect(measure([whole, whole])).toBeCloseTo(-23, 1)
})

it('has no loudness if it is silent or too short', () => {
  expect(measure([new Float32Array(96_000)])).toBeUndefined()
  expect(measure([sine(1000, 0.5, 0.3)])).toBeUndefined()
})

it('mono is as loud as the same in stereo', () => {
  const tone = sine(500, 0.2, 5, 44_100)
  expect(measure([tone], 44_100)).toBeCloseTo(measure([tone, tone], 44_100) ?? 0, 6)
})

it('agrees with another implementation, however the samples arrive', async () => {
  const referenceOf = await reference()
  const rates = fc.constantFrom(32_000, 44_100, 48_000)
  const seeds = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(rates, seeds, fc.integer({ min: 100, max: 5000 }), (rate, seed, pieces) => {
      let state = seed
      const noise = () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return (state / 2_147_483_648 - 0.5) * 0.6
      }
      const channels = [0, 1].map(() =>
        Float32Array.from({ length: rate * 4 }, (_, at) => noise() * (at > rate * 2 ? 0.2 : 1)),
      )
      expect(measure(channels, rate, pieces)).toBeCloseTo(referenceOf(rate, channels), 1)
    }),
    { numRuns: 10 },
  )
})

it('the gain of an mp3 leads to −18 LUFS', async () => {
  const bytes = mp3()
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
  }
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(bytes)
  const loudness = (await reference())(sampleRate, channelData)
  expect(await measureGain(pieces())).toBeCloseTo(-18 - loudness, 1)
})

it('a file that can not be decoded has no gain', async () => {
  async function* noise() {
    yield new Uint8Array(5000).fill(7)
  }
  expect(await measureGain(noise())).toBeUndefined()
})
