import styles from './RoundButton.module.css'

/** The class of a round button that contains an icon only. */
export const roundClass = styles.round

/** The class of a round button in the primary colour, such as Play. */
export const filledRoundClass = `${styles.round} ${styles.filled}`
