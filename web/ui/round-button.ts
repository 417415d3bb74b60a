import styles from './RoundButton.module.css'

/** The class of a round button that contains an icon only. */
export const roundClass = styles.round

/** The same, in the colour of what is pressed first. */
export const filledRoundClass = `${styles.round} ${styles.filled}`
