import { expect, it } from 'vitest'
import { embedUrl } from './embed'

const video = { title: 't' }

it('embeds without cookies, and whatever the id it stays an id', () => {
  expect(embedUrl({ ...video, provider: 'youtube', source: 'abc' })).toBe(
    'https://www.youtube-nocookie.com/embed/abc?autoplay=1&rel=0',
  )
  expect(embedUrl({ ...video, provider: 'vimeo', source: '1/../2?x' })).toBe(
    'https://player.vimeo.com/video/1%2F..%2F2%3Fx?autoplay=1&dnt=1',
  )
})
