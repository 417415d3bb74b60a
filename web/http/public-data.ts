import type { MusicAnswer } from '../../api/contract/music'
import type { PublicData } from '../../api/contract/page'
import type { ShowsAnswer } from '../../api/contract/shows'
import { lists } from './client'

/** The public lists over HTTP. */
export const publicData: PublicData = {
  async shows(signal) {
    const { shows } = await lists
      .get('/api/shows', { ...(signal && { signal }) })
      .json<ShowsAnswer>()
    return shows
  },
  async music(signal) {
    const { music } = await lists
      .get('/api/music', { ...(signal && { signal }) })
      .json<MusicAnswer>()
    return music
  },
}
