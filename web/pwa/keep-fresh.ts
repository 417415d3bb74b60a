import { type ListName, useConnection } from '../http/connection'
import { renewLists } from '../http/public-data'
import { onWake } from '../http/wake'

/** For so long a list counts as fresh (milliseconds). */
const freshFor = 60_000

interface Dependencies {
  /** The lists that the page shows. */
  shown: () => readonly ListName[]
  /** Loads anew what the page shows. */
  reload: () => Promise<unknown>
}

/** Asks for the lists again on a page that somebody looks at: at once where they are a minute old, else when they are.
 * What can't be fetched leaves the page as it is. */
export function keepFresh({ shown, reload }: Dependencies): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function refresh() {
    const lists = shown()
    if (document.hidden || lists.length === 0) return
    if (await renewLists(lists)) await reload()
  }

  onWake(() => {
    clearTimeout(timer)
    const { asOf } = useConnection.getState()
    const oldest = Math.min(...shown().map((list) => asOf[list]?.getTime() ?? 0))
    timer = setTimeout(refresh, Math.max(0, oldest + freshFor - Date.now()))
  })
}
