import { CloudDownload, Trash2, X } from 'lucide-react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { fileSize } from '../../ui/file-size'
import styles from './KeepOffline.module.css'
import { useKept } from './kept.store'

interface KeepAllProps {
  /** Of all tracks. */
  count: number
  /** Bytes of all tracks. */
  size: number
  load: () => Promise<readonly Track[]>
}

const sum = (tracks: readonly { size: number }[]) =>
  tracks.reduce((total, { size }) => total + size, 0)

/** Keeps all tracks on this phone, and tells what they take of what the browser allows. */
export function KeepAll({ count, size, load }: KeepAllProps) {
  const isAble = useKept((kept) => kept.isAble)
  const keptTracks = useKept((state) => state.tracks)
  const isKeepingAll = useKept((state) => state.isKeepingAll)
  const hasListFailed = useKept((state) => state.hasListFailed)
  const quota = useKept((state) => state.quota)
  const isDownloading = useKept(({ downloads }) => downloads.size > 0)
  const isReachable = useConnection((connection) => connection.isReachable)
  const { keepAll, cancelAll, remove } = useKept.getState()
  if (count === 0) return null
  if (!isAble) return <OfflineTracksUnsupported />

  const kept = [...keptTracks.values()]
  const onPurpose = kept.filter(({ isOnPurpose }) => isOnPurpose)

  return (
    <div className={styles.all} data-needs-scripts>
      <p className={styles.sum}>
        {kept.length === 0
          ? 'Keep tracks on this phone to play offline.'
          : `${kept.length} of ${count} on this phone, ${fileSize(sum(kept))}.`}
      </p>
      <p className={styles.quota}>
        {quota !== undefined && `This browser allows ${fileSize(quota)}.`}
      </p>
      {isKeepingAll && (
        <button type="button" className={styles.action} onClick={cancelAll}>
          <X aria-hidden /> Cancel all
        </button>
      )}
      {!isDownloading && !isKeepingAll && onPurpose.length < count && isReachable && (
        <button type="button" className={styles.action} onClick={() => void keepAll(load)}>
          <CloudDownload aria-hidden /> Keep all offline · {fileSize(size - sum(onPurpose))}
        </button>
      )}
      {!isDownloading && kept.length < count && !isReachable && (
        <span className={styles.state}>Keeping more needs signal.</span>
      )}
      {!isDownloading && kept.length > 0 && (
        <button
          type="button"
          className={styles.action}
          onClick={() => [...keptTracks.keys()].forEach((path) => void remove(path))}
        >
          <Trash2 aria-hidden /> Remove all
        </button>
      )}
      {hasListFailed && (
        <p role="alert" className={styles.failure}>
          The list of tracks could not be loaded. Please try again.
        </p>
      )}
    </div>
  )
}

/** Has the height of the controls that it replaces, so that the layout does not shift. */
const OfflineTracksUnsupported = () => (
  <div className={styles.all} data-needs-scripts>
    <p className={styles.sum}>This browser can’t save tracks for offline playback.</p>
    <p className={styles.quota}>Open this site with https in Safari, Chrome or Firefox.</p>
    <span className={styles.state} />
  </div>
)
