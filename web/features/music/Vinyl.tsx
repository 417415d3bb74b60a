import styles from './Vinyl.module.css'

interface VinylProps {
  /** Turns about its middle. */
  isTurning: boolean
  /** The class that sets its place and size behind the sleeve. */
  className: string | undefined
}

/** A record. */
export const Vinyl = ({ isTurning, className }: VinylProps) => (
  <div
    className={[styles.vinyl, isTurning && styles.turning, className].filter(Boolean).join(' ')}
  />
)
