import type { SiteBody } from '../contract/site'
import { invalid } from '../http/problem'
import { isVideoId, videoOfLink } from '../shared/video-link'

/** Whether a text is the path of a file on this site. */
const isPathOnSite = (source: string) => /^\/(?!\/)/.test(source)

/** Replaces pasted links of YouTube and Vimeo by the provider and the video's id. The path of a file on this site makes the
 * provider `file`.
 * @throws Problem 422 for a text that is no link, no id and no path */
export function withVideoIds(body: SiteBody): SiteBody {
  if (!Array.isArray(body.videos)) return body
  const errors: { field: string; message: string }[] = []
  const videos = body.videos.map((video, index) => {
    const { provider, source } = video
    const found = videoOfLink(source)
    if (found) return { ...video, ...found }
    if (isPathOnSite(source)) return { ...video, provider: 'file' as const }
    if (provider === 'file' || !isVideoId(provider, source))
      errors.push({
        field: `videos.${index}.source`,
        message: 'Paste the address of one video at YouTube or Vimeo, or choose a video file.',
      })
    return video
  })
  if (errors.length > 0) throw invalid(errors)
  return { ...body, videos }
}
