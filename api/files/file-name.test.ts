import { expect, it } from 'vitest'
import { filePath, safeFileName } from './file-name'

it.each([
  ['song.mp3', 'song.mp3'],
  ['../../etc/passwd.mp3', 'passwd.mp3'],
  ['C:\\music\\song.mp3', 'song.mp3'],
  ['so\u0000ng\r\n.mp3', 'song.mp3'],
  ['Cafe\u0301.mp3', 'Café.mp3'],
  ['', 'track.mp3'],
  ['..', 'track.mp3'],
  [`${'x'.repeat(300)}.mp3`, `${'x'.repeat(196)}.mp3`],
])('keeps the safe part of the file name %j', (sent, kept) => {
  expect(safeFileName(sent, 'track.mp3')).toBe(kept)
})

it('makes an address that ends in the name', () => {
  expect(filePath('/audio', 'abc', 'a b#?.mp3')).toBe('/audio/abc/a%20b%23%3F.mp3')
})
