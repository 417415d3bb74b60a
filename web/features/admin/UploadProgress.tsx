import { Button } from '../../ui/Button'
import { WholeRow } from './Panel'
import styles from './UploadProgress.module.css'

interface UploadProgressProps {
  /** From 0 to 1. */
  progress: number
  onCancel: () => void
}

/** How much of a file is sent. */
export const UploadProgress = ({ progress, onCancel }: UploadProgressProps) => (
  <WholeRow ref={scrollIntoView}>
    <div className={styles.progress}>
      <progress aria-label="Upload" value={progress} max={1} />
      <span>{Math.round(progress * 100)} %</span>
      <Button variant="quiet" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  </WholeRow>
)

/** Stable, so that React calls it once, when the element appears. */
const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' })
