import { getRouteApi, useRouter } from '@tanstack/react-router'
import { band } from '../../content/band'
import { AdminTabs } from '../../features/admin/AdminTabs'
import type { ListedShow } from '../../features/admin/drafts.store'
import { MusicPanel } from '../../features/admin/MusicPanel'
import { ShowsPanel } from '../../features/admin/ShowsPanel'
import { longDate, splitByDay, todayIn } from '../../features/shows/show-dates'

const route = getRouteApi('/Admin/')

/** Of more shows than this, those to come are what the band looks for. */
const atAGlance = 20

function nextFirst(shows: readonly ListedShow[]): readonly ListedShow[] {
  const { coming, past } = splitByDay(shows, todayIn(band.timeZone))
  return [...coming, ...past]
}

export default function ShowsAndMusicPage() {
  const router = useRouter()
  const { shows, tracks } = route.useLoaderData()
  const renew = () => router.invalidate({ sync: true })
  return (
    <AdminTabs
      panels={{
        Shows: (
          <ShowsPanel
            shows={shows.length > atAGlance ? nextFirst(shows) : shows}
            formatDate={longDate}
            onChanged={renew}
          />
        ),
        Music: <MusicPanel tracks={tracks} onChanged={renew} />,
      }}
    />
  )
}
