import type { SiteBody } from '../contract/site'
import { videoOfLink } from '../shared/video-link'

/** The content with the ids of videos whose whole links were given. */
export function withVideoIds(body: SiteBody): SiteBody {
  if (!Array.isArray(body.videos)) return body
  const videos = body.videos.map((video) =>
    video.provider === 'file' ? video : { ...video, ...videoOfLink(video.source) },
  )
  return { ...body, videos }
}
