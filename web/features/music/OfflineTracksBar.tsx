import CloudDownload from 'lucide-react/icons/cloud-download'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { focusHeading } from '../../browser/focus-heading'
import { useConnection } from '../../offline/connection'
import type { OfflineTrack } from '../../offline/offline-tracks'
import { TextButton } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { fileSize } from '../../ui/file-size'
import { Announcer } from '../../ui/VisuallyHidden'
import styles from './OfflineTrackControls.module.css'
import { useOfflineTracks } from './offline-tracks.store'

interface OfflineTracksProps {
  /** The number of all tracks. */
  count: number
  /** The size of all tracks in bytes. */
  size: number
  load: () => Promise<readonly Track[]>
}

const sum = (tracks: readonly { size: number }[]) =>
  tracks.reduce((total, { size }) => total + size, 0)

/** Saves or removes all tracks for offline playback. */
export function OfflineTracksActions({ count, size, load }: OfflineTracksProps) {
  const isSupported = useOfflineTracks((state) => state.isSupported)
  const savedTracks = useOfflineTracks((state) => state.tracks)
  const isSavingAll = useOfflineTracks((state) => state.isSavingAll)
  const hasListFailed = useOfflineTracks((state) => state.hasListFailed)
  const isDownloading = useOfflineTracks(({ downloads }) => downloads.size > 0)
  const isReachable = useConnection((connection) => connection.isReachable)
  const [isAsking, setAsking] = useState(false)
  const [announcement, announce] = useState('')
  const { saveAll, cancelAll, remove } = useOfflineTracks.getState()
  if (!isSupported) return null

  const saved = [...savedTracks.values()]
  const onPurpose = saved.filter(({ isOnPurpose }) => isOnPurpose)
  const canSave = !isDownloading && onPurpose.length < count && isReachable

  async function saveAllTracks() {
    announce('')
    await saveAll(load)
    announce(savedSummary([...useOfflineTracks.getState().tracks.values()], count))
  }

  async function removeAll() {
    await Promise.all([...savedTracks.keys()].map(remove))
    announce('All tracks are removed from this device.')
    focusHeading()
  }

  return (
    <div className={styles.all} data-needs-scripts>
      {(isSavingAll || canSave) && (
        // One element, so that the pressed button keeps the focus.
        <TextButton onClick={isSavingAll ? cancelAll : () => void saveAllTracks()}>
          {isSavingAll ? <X aria-hidden /> : <CloudDownload aria-hidden />}
          {isSavingAll
            ? ' Cancel all'
            : ` Keep all offline\u00a0·\u00a0${fileSize(size - sum(onPurpose))}`}
        </TextButton>
      )}
      {!isDownloading && saved.length < count && !isReachable && (
        <span className={styles.state}>Keeping more needs signal.</span>
      )}
      {!isDownloading && saved.length > 0 && (
        <TextButton onClick={() => setAsking(true)}>
          <Trash2 aria-hidden /> Remove all
        </TextButton>
      )}
      {hasListFailed && (
        <p role="alert" className={styles.failure}>
          The list of tracks could not be loaded. Please try again.
        </p>
      )}
      <Announcer text={announcement} />
      {isAsking && (
        <ConfirmDialog
          title="Remove all tracks from this device?"
          text={`To play them offline again, ${fileSize(sum(saved))} must be downloaded.`}
          confirm="Remove"
          onClose={() => setAsking(false)}
          onConfirm={() => void removeAll()}
        />
      )}
    </div>
  )
}

const savedSummary = (saved: readonly OfflineTrack[], count: number) =>
  `${saved.length} of ${count} on this device, ${fileSize(sum(saved))}.`

/** The size of the saved tracks, and the browser's storage quota. */
export function OfflineTracksSummary({ count }: Pick<OfflineTracksProps, 'count'>) {
  const isSupported = useOfflineTracks((state) => state.isSupported)
  const savedTracks = useOfflineTracks((state) => state.tracks)
  const quota = useOfflineTracks((state) => state.quota)
  const saved = [...savedTracks.values()]
  if (!isSupported)
    return (
      <p className={styles.summary} data-needs-scripts>
        This browser can’t save tracks for offline playback. Open this site with https in Safari,
        Chrome or Firefox.
      </p>
    )
  return (
    <p className={styles.summary} data-needs-scripts>
      <span>
        {saved.length === 0
          ? 'Keep tracks on this device to play offline.'
          : savedSummary(saved, count)}
      </span>{' '}
      {quota !== undefined && <span>This browser allows {fileSize(quota)}.</span>}
    </p>
  )
}
