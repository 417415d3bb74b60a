import type { ListName } from '../../api/shared/site-map'
import { refreshLists } from '../api-client/lists'
import { onWake } from '../browser/wake'
import { useConnection } from './connection'

/** Milliseconds for which a list counts as fresh. */
const freshFor = 60_000

/** Refreshes the page's lists when a person returns to it: immediately if the lists are at least a minute old,
 * otherwise as soon as they are. If the request fails, the page does not change.
 * @param shown the lists that the page shows
 * @param reload reloads the data of the page */
export function keepFresh(shown: () => readonly ListName[], reload: () => Promise<unknown>): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function refresh() {
    const lists = shown()
    if (document.hidden || lists.length === 0) return
    if (await refreshLists(lists)) await reload()
  }

  onWake(() => {
    clearTimeout(timer)
    const { asOf } = useConnection.getState()
    const oldest = Math.min(...shown().map((list) => asOf[list]?.getTime() ?? 0))
    timer = setTimeout(refresh, Math.max(0, oldest + freshFor - Date.now()))
  })
}
