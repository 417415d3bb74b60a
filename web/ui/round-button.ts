import styles from './RoundButton.module.css'

/** The class of a round button that contains an icon only. */
export const roundClass = styles.round
