import { getRouteApi, useRouter } from '@tanstack/react-router'
import { band } from '../content/band'
import { AdminMenu } from '../features/admin/AdminMenu'
import { AdminTabs } from '../features/admin/AdminTabs'
import { MusicPanel } from '../features/admin/MusicPanel'
import { ShowsPanel } from '../features/admin/ShowsPanel'
import { longDate, todayIn } from '../features/shows/show-dates'

const route = getRouteApi('/Admin')

export default function AdminPage() {
  const router = useRouter()
  const { shows, tracks } = route.useLoaderData()
  const renew = () => router.invalidate({ sync: true })
  return (
    <AdminTabs
      menu={<AdminMenu />}
      panels={{
        Shows: (
          <ShowsPanel
            shows={shows}
            today={todayIn(band.timeZone)}
            formatDate={longDate}
            onChanged={renew}
          />
        ),
        Music: <MusicPanel tracks={tracks} onChanged={renew} />,
      }}
    />
  )
}
