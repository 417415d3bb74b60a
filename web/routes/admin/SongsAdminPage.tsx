import { getRouteApi } from '@tanstack/react-router'
import { useChanges } from '../../features/admin/changes/changes.store'
import { withChanges } from '../../features/admin/changes/waiting'
import { useChangedList } from '../../features/admin/records/use-changed-list'
import { SongsPanel } from '../../features/admin/songs/SongsPanel'
import { ListNotice, useListDelay } from '../../features/connection/ListNotice'

const route = getRouteApi('/Admin/songs')

export default function SongsAdminPage() {
  const loaded = route.useLoaderData()
  const songs = useChangedList('adminSongs', loaded.songs)
  const { entries } = useChanges()
  const delay = useListDelay('adminSongs')
  return (
    <SongsPanel
      songs={withChanges(songs.items, entries, 'song')}
      tracks={loaded.tracks}
      notice={delay && <ListNotice list="adminSongs" />}
      onStored={songs.put}
      onRemoved={songs.remove}
    />
  )
}
