import { Check, CloudDownload, Trash2, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { fileSize } from '../../ui/file-size'
import styles from './KeepOffline.module.css'
import { useKept } from './kept.store'

/** Keeps one track on this phone, tells how far that is, and lets it go again. */
export function KeepOffline({ track }: { track: Track }) {
  const path = track.mp3FilePath
  const id = useId()
  const isAble = useKept((kept) => kept.isAble)
  const isKnown = useKept((state) => state.isKnown)
  const kept = useKept(({ tracks }) => tracks.get(path))
  const download = useKept(({ downloads }) => downloads.get(path))
  const failure = useKept(({ failures }) => failures.get(path))
  const isReachable = useConnection((connection) => connection.isReachable)
  const { keep, remove } = useKept.getState()

  const size = fileSize(track.size)
  const action = (label: string, icon: ReactNode, onClick: () => void) => (
    <button type="button" className={styles.action} aria-describedby={id} onClick={onClick}>
      {icon}
      {label}
    </button>
  )
  return (
    <div className={styles.keep} data-needs-scripts>
      <span id={id} hidden>
        {track.name}
      </span>
      {download && (
        <>
          <progress
            className={styles.progress}
            aria-label={`Keeping ${track.name}`}
            value={download.part}
            max={1}
          />
          <span className={styles.state}>
            {Math.round(download.part * 100)} % of {size}
          </span>
          {action('Cancel', <X aria-hidden />, download.cancel)}
        </>
      )}
      {!download && kept && (
        <>
          <span className={styles.state}>
            <Check aria-hidden /> {kept.isOnPurpose ? 'Kept offline' : 'Kept for now'} · {size}
          </span>
          {!kept.isOnPurpose &&
            action('Keep offline', <CloudDownload aria-hidden />, () => void keep(track))}
          {action('Remove', <Trash2 aria-hidden />, () => void remove(path))}
        </>
      )}
      {!download && !kept && (
        <>
          {isReachable &&
            isAble &&
            action('Keep offline', <CloudDownload aria-hidden />, () => void keep(track))}
          <span className={styles.state}>
            {isReachable || !isKnown || !isAble ? size : `${size} · needs signal`}
          </span>
        </>
      )}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
