import { useRouter } from '@tanstack/react-router'
import type { ListName } from '../../../../api/shared/site-map'
import { refreshLists } from '../../../api-client/lists'

/** Returns a function that reads the data of the open page again after a change.
 * @param lists the public lists to request again first, for the pages of visitors */
export function useReload(...lists: readonly ListName[]): () => Promise<void> {
  const router = useRouter()
  return async () => {
    await refreshLists(lists)
    await router.invalidate({ sync: true })
  }
}
