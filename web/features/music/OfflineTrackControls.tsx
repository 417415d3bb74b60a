import Check from 'lucide-react/icons/check'
import CloudDownload from 'lucide-react/icons/cloud-download'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { TextButton } from '../../ui/Button'
import { fileSize } from '../../ui/file-size'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import styles from './OfflineTrackControls.module.css'
import { useOfflineTracks } from './offline-tracks.store'

const savedLabel = ({ isOnPurpose }: { isOnPurpose: boolean }) =>
  isOnPurpose ? 'Kept offline' : 'Kept for now'

/** Controls that save one track for offline playback, display the progress, and remove it. */
export function OfflineTrackControls({ track }: { track: Track }) {
  const path = track.mp3FilePath
  const id = useId()
  const isSupported = useOfflineTracks((state) => state.isSupported)
  const saved = useOfflineTracks(({ tracks }) => tracks.get(path))
  const download = useOfflineTracks(({ downloads }) => downloads.get(path))
  const failure = useOfflineTracks(({ failures }) => failures.get(path))
  const isReachable = useConnection((connection) => connection.isReachable)
  const { save, remove } = useOfflineTracks.getState()

  const size = fileSize(track.size)
  const action = (label: string, icon: ReactNode, onClick: () => void) => (
    <TextButton aria-describedby={id} title={`${label} · ${size}`} onClick={onClick}>
      {icon}
      {/* The icons are enough; the view of all tracks has the sizes. */}
      <VisuallyHidden>{label}</VisuallyHidden>
    </TextButton>
  )
  const removal = action('Remove', <Trash2 aria-hidden />, () => void remove(path))
  const canSave = saved || (isReachable && isSupported)
  // One element, so that the pressed button keeps the focus.
  const mainAction = download
    ? action('Cancel', <X aria-hidden />, download.cancel)
    : saved?.isOnPurpose
      ? removal
      : canSave && action('Keep offline', <CloudDownload aria-hidden />, () => void save(track))
  return (
    <div className={styles.keep} data-needs-scripts>
      <span id={id} hidden>
        {track.name}
      </span>
      {download && (
        <>
          <progress aria-label={`Keeping ${track.name}`} value={download.progress} max={1} />
          <span className={styles.state}>
            {Math.round(download.progress * 100)} % of {size}
          </span>
        </>
      )}
      {!download && saved && (
        <span className={styles.state} title={`${savedLabel(saved)} · ${size}`}>
          <Check aria-hidden /> <VisuallyHidden>{savedLabel(saved)}</VisuallyHidden>
        </span>
      )}
      {mainAction}
      {!download && saved && !saved.isOnPurpose && removal}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
