/** On logout, aborts the running requests and clears forms, changes and chosen mp3s from memory. To be loaded on each page that can
 * hold them. */
import { abortRequests } from '../../api-client/client'
import { useChanges } from '../../features/admin/changes/changes.store'
import { forgetStoredDrafts } from '../../features/admin/records/draft-storage'
import { forgetForms } from '../../features/admin/records/drafts.store'
import { forgetUploads } from '../../features/admin/uploads/uploads.store'
import { useSession } from '../../features/session/session.store'

useSession.subscribe(({ token, expired }) => {
  if (token !== null || expired) return
  abortRequests()
  forgetForms()
  useChanges.setState({ entries: [] })
  forgetStoredDrafts()
  forgetUploads()
})
