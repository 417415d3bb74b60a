/** On logout, aborts the running requests and clears forms, changes and chosen files from memory. To be loaded on each page that
 * can hold them. */
import { abortRequests } from '../../api-client/client'
import { forgetDrafts } from '../../features/admin/forget-drafts'
import { useSession } from '../../features/session/session.store'

useSession.subscribe(({ token, expired }) => {
  if (token !== null || expired) return
  abortRequests()
  forgetDrafts()
})
