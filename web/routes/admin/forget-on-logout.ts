/** Ends its requests, and forgets what the band has typed and chosen when it logs out. To be loaded wherever this can be in memory. */
import { abortRequests } from '../../api-client/client'
import { forgetDrafts } from '../../features/admin/forget-drafts'
import { useSession } from '../../features/session/session.store'

useSession.subscribe(({ token, expired }) => {
  if (token !== null || expired) return
  abortRequests()
  forgetDrafts()
})
