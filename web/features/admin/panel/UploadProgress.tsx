import { QuietButton } from '../../../ui/Button'
import { WholeRow } from './Panel'
import styles from './UploadProgress.module.css'

interface UploadProgressProps {
  /** From 0 to 1. */
  progress: number
  onCancel: () => void
}

/** The progress bar of an upload, with a cancel button. */
export const UploadProgress = ({ progress, onCancel }: UploadProgressProps) => (
  <WholeRow ref={scrollIntoView}>
    <div className={styles.progress}>
      <progress aria-label="Upload" value={progress} max={1} />
      <span>{Math.round(progress * 100)} %</span>
      <QuietButton onClick={onCancel}>Cancel upload</QuietButton>
    </div>
  </WholeRow>
)

/** A callback ref with a stable identity, so that React calls it only when the element is mounted or unmounted. */
const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' })
