import type { Video } from '../../../api/contract/site'

/** The URL of the provider's embedded player, with autoplay. */
export function embedUrl({ provider, source }: Video): string {
  const [name = '', hash] = /^\d+\/\w+$/.test(source) ? source.split('/') : [source]
  const id = encodeURIComponent(name)
  return provider === 'youtube'
    ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`
    : `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ''}`
}

/** The URL of the video's page at its provider. */
export const watchUrl = ({ provider, source }: Video): string =>
  provider === 'youtube'
    ? `https://www.youtube.com/watch?v=${encodeURIComponent(source)}`
    : `https://vimeo.com/${source.split('/').map(encodeURIComponent).join('/')}`
