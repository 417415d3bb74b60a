import styles from './Progress.module.css'

interface ProgressProps {
  label: string
  /** From 0 to 1. */
  value: number
}

/** A bar that fills with the four stripes. */
export const Progress = ({ label, value }: ProgressProps) => (
  <progress className={styles.progress} aria-label={label} value={value} max={1} />
)
