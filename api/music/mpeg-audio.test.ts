import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mp3 } from '../../testing/requests'
import { MpegAudioReader, NotMpegAudioError } from './mpeg-audio'

function durationOf(bytes: Uint8Array, chunkSize = 65_536): number {
  const reader = new MpegAudioReader()
  for (let at = 0; at < bytes.length; at += chunkSize)
    reader.push(bytes.subarray(at, at + chunkSize))
  return reader.finish()
}

describe('reading MPEG audio by its frames', () => {
  it('counts the seconds of a file with tags', () => {
    expect(durationOf(mp3())).toBeCloseTo(60.89, 1)
  })

  it.each([1, 7, 413, 1024, 1_000_000])('finds the same in chunks of %i bytes', (size) => {
    const head = mp3().subarray(0, 40_000)
    expect(durationOf(head, size)).toBe(durationOf(head))
  })

  it('steps over tags behind the music and a little junk before it', () => {
    const music = mp3()
    const tagged = Buffer.concat([Buffer.alloc(3000), music, Buffer.from('TAG'.padEnd(128, ' '))])
    expect(durationOf(tagged)).toBeCloseTo(durationOf(music), 1)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('This is no music at all. '.repeat(500))],
    ['a picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(400_000)])],
    ['zeros', Buffer.alloc(500_000)],
    [
      'an ID3 tag alone',
      Buffer.concat([Buffer.from('ID3\x03\x00\x00\x00\x00\x0f\x76', 'latin1'), Buffer.alloc(2038)]),
    ],
    ['one frame', mp3().subarray(0, 500)],
  ])('refuses %s', (_, bytes) => {
    expect(() => durationOf(bytes)).toThrow(NotMpegAudioError)
  })

  it('refuses a few frames with a program behind them', () => {
    const program = Buffer.alloc(3_000_000, 0x90)
    expect(() => durationOf(Buffer.concat([mp3().subarray(0, 20_000), program]))).toThrow(
      NotMpegAudioError,
    )
  })
})
