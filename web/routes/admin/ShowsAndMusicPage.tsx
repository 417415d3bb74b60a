import { getRouteApi, useRouter } from '@tanstack/react-router'
import { longDate } from '../../../api/contract/show-dates'
import { band } from '../../content/band'
import { AdminTabs } from '../../features/admin/AdminTabs'
import type { ListedShow } from '../../features/admin/drafts.store'
import { MusicPanel } from '../../features/admin/MusicPanel'
import { ShowsPanel } from '../../features/admin/ShowsPanel'
import { splitByDay, todayIn } from '../../features/shows/show-dates'

const route = getRouteApi('/Admin/')

/** In a list of more shows than this, the coming shows are first. */
const maxUnsorted = 20

function comingFirst(shows: readonly ListedShow[]): readonly ListedShow[] {
  const { coming, past } = splitByDay(shows, todayIn(band.timeZone))
  return [...coming, ...past]
}

export default function ShowsAndMusicPage() {
  const router = useRouter()
  const { shows, tracks } = route.useLoaderData()
  const refresh = () => router.invalidate({ sync: true })
  return (
    <AdminTabs
      panels={{
        Shows: (
          <ShowsPanel
            shows={shows.length > maxUnsorted ? comingFirst(shows) : shows}
            formatDate={longDate}
            onChanged={refresh}
          />
        ),
        Music: <MusicPanel tracks={tracks} onChanged={refresh} />,
      }}
    />
  )
}
