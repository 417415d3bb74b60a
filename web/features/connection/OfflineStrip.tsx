import type { ListName } from '../../../api/shared/site-map'
import { nounOf, useConnection } from '../../offline/connection'
import { asOf } from './as-of'
import styles from './OfflineStrip.module.css'

const capitalised = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1)

/** A strip at the bottom of the page that shows that the device is offline, and the age of the displayed data.
 * @param list the list that the page displays */
export function OfflineStrip({ list }: { list: ListName | undefined }) {
  const isReachable = useConnection((connection) => connection.isReachable)
  const isCached = useConnection(({ saved }) => list !== undefined && saved.has(list))
  const since = useConnection((connection) => list && connection.asOf[list])
  const isOffline = !isReachable || isCached
  return (
    <div role="status">
      {isOffline && (
        <p className={styles.tape}>
          You're offline.
          {list && since && ` ${capitalised(nounOf(list))} as of ${asOf(since, new Date())}.`}
        </p>
      )}
    </div>
  )
}
