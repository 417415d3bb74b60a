import styles from './NeedsScripts.module.css'

/** A note about a feature that needs scripts; visible only where scripts do not run. */
export const NeedsScripts = ({ what }: { what: string }) => (
  <p className={styles.note} data-plain-only>
    {what} needs scripts, which this browser does not run.
  </p>
)
