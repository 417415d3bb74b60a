import type { ListName } from '../../../api/contract/site-map'
import { useConnection } from '../../offline/connection'
import { asOf } from './as-of'
import styles from './OfflineStrip.module.css'

const nouns: Record<ListName, string> = { shows: 'Shows', music: 'Tracks' }

/** A strip of gaffer tape at the foot: the phone is on its own, and how old is what it shows.
 * @param list what the page above shows of the site's data */
export function OfflineStrip({ list }: { list: ListName | undefined }) {
  const isReachable = useConnection((connection) => connection.isReachable)
  const isKept = useConnection(({ kept }) => list !== undefined && kept.has(list))
  const since = useConnection((connection) => list && connection.asOf[list])
  const isOffline = !isReachable || isKept
  return (
    <div role="status">
      {isOffline && (
        <p className={styles.tape}>
          You're offline.{list && since && ` ${nouns[list]} as of ${asOf(since, new Date())}.`}
        </p>
      )}
    </div>
  )
}
