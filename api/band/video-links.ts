import type { SiteBody } from '../contract/site'
import { invalid } from '../http/problem'
import { isVideoId, videoOfLink } from '../shared/video-link'

/** Replaces pasted links of YouTube and Vimeo by the provider and the video's id.
 * @throws Problem 422 for a text that is neither such a link nor an id */
export function withVideoIds(body: SiteBody): SiteBody {
  if (!Array.isArray(body.videos)) return body
  const errors: { field: string; message: string }[] = []
  const videos = body.videos.map((video, index) => {
    const { provider, source } = video
    if (provider === 'file') return video
    const found =
      videoOfLink(source) ?? (isVideoId(provider, source) ? { provider, source } : undefined)
    if (!found)
      errors.push({
        field: `videos.${index}.source`,
        message: 'This must be the address of one video at YouTube or Vimeo.',
      })
    return { ...video, ...found }
  })
  if (errors.length > 0) throw invalid(errors)
  return { ...body, videos }
}
