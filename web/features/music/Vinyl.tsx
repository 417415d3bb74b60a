import styles from './Vinyl.module.css'

interface VinylProps {
  isTurning: boolean
  /** The class that sets its place and size behind the sleeve. */
  className: string | undefined
}

/** A record that may turn, behind its sleeve. */
export const Vinyl = ({ isTurning, className }: VinylProps) => (
  <div
    className={[styles.vinyl, isTurning && styles.turning, className].filter(Boolean).join(' ')}
  />
)
