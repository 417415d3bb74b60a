import fc from 'fast-check'
import { expect, it } from 'vitest'
import { videoOfLink } from './video-link'

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
  ['http://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
  ['youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?si=x', 'youtube', 'dQw4w9WgXcQ'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
  ['  https://youtu.be/dQw4w9WgXcQ?t=42 ', 'youtube', 'dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'vimeo', '76979871'],
  ['https://player.vimeo.com/video/76979871?h=abc1', 'vimeo', '76979871/abc1'],
  ['https://vimeo.com/76979871/abc1', 'vimeo', '76979871/abc1'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'vimeo', '76979871'],
])('%s is a video of %s', (link, provider, source) => {
  expect(videoOfLink(link)).toEqual({ provider, source })
})

it.each([
  'dQw4w9WgXcQ',
  '76979871',
  'https://example.org/watch?v=1',
  'https://youtu.be/',
  'https://www.youtube.com/playlist?list=PL123456',
  'https://www.youtube.com/@TheBand',
  'https://www.youtube.com/watch?v=a%20b',
  'https://vimeo.com/user12345',
  '',
])('%j is not the link of a video', (text) => {
  expect(videoOfLink(text)).toBeUndefined()
})

it('no text makes it fail', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
      expect(() => videoOfLink(text)).not.toThrow()
    }),
  )
})
