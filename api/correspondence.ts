import { createAvailability } from './availability/availability'
import type { Content } from './content'
import { createEnquiries } from './enquiries/enquiries'
import type { Pages } from './pages/pages'
import type { Post } from './push/post'
import { createPush } from './push/push'
import type { BandNews } from './shared/band-news'

export type Correspondence = Awaited<ReturnType<typeof createCorrespondence>>

interface Dependencies {
  content: Content
  pages: Pick<Pages, 'renderBooking'>
  /** Sends push messages; by default over https to public addresses. */
  post: Post | undefined
}

/** Creates the nouns with which the band and others reach each other: push messages, enquiries, and whether a night is free. */
export async function createCorrespondence(dependencies: Dependencies) {
  const { pages, post } = dependencies
  const { common, nouns } = dependencies.content
  const { shows, songs } = nouns
  const { publicUrl, isHttps, band, enquiryMonths: months } = common
  const contact = isHttps && publicUrl ? publicUrl : `https://${band().calendarDomain}`
  const push = await createPush({ ...common, show: shows.find, post, contact })
  shows.onChange(push.announce)
  const enquiries = await createEnquiries({
    ...common,
    announce: push.announceEnquiry,
    notifyBand: push.notifyBand,
    isReachedByPush: push.reachesBand,
    storedSongs: songs.stored,
    nightOf: (day) => availability.stateOf(day),
    addShow: shows.addOnce,
    renderBooking: pages.renderBooking,
    months,
  })
  const availability = await createAvailability({
    ...common,
    shows: shows.between,
    storedShows: shows.stored,
    enquiries: enquiries.holding,
  })
  return {
    nouns: { push, enquiries, availability },
    /** Tells the band some news by push and mail. A failure is logged. */
    notifyBand: (news: BandNews) =>
      void Promise.all([push.notifyBand(news), enquiries.mailBand(news)]).catch((err: unknown) =>
        common.log.error({ err }, 'the band could not be notified'),
      ),
  }
}
