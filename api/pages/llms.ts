import type { Site } from '../contract/site'
import { feedPaths, listPaths, pages } from '../shared/site-map'

/** The llms.txt file: a summary of the site with links, for language models (llmstxt.org).
 * @param site the origin of the public site */
export const llmsText = (
  { name, genre, town, introduction, bookingInvitation }: Site,
  site: string,
) => `# ${name}

> ${[genre, 'cover band', town && `from ${town}`].filter(Boolean).join(' ')}. ${introduction ?? ''}

## Facts

- [Shows](${site}${pages.shows.path}): when and where the band plays next
- [Shows as JSON](${site}${listPaths.shows}), [as a calendar](${site}${feedPaths.calendar}), [as a feed](${site}${feedPaths.rss})
- [Music](${site}${pages.music.path}): recordings to listen to; [as JSON](${site}${listPaths.music})
- [Songs](${site}${pages.songs.path}): what the band plays; [as JSON](${site}${listPaths.songs})
- [About us](${site}${pages.aboutUs.path}): who plays what
- [Videos](${site}${pages.videos.path}): the band on stage

## Booking

- [Press](${site}${pages.press.path}): biography, what the band brings and needs, price, radius
- [Book us](${site}${pages.bookUs.path}): ${bookingInvitation ?? ''}
`
