import styles from './NeedsScripts.module.css'

/** Says what can't be done where no scripts run; unseen everywhere else. */
export const NeedsScripts = ({ what }: { what: string }) => (
  <p className={styles.note} data-plain-only>
    {what} needs scripts, which this browser does not run.
  </p>
)
