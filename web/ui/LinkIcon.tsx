import styles from './LinkIcon.module.css'

/** The icon of the network that a link leads to, or a globe. It must be a child of the link, whose `href` its styles read, so
 * that no script knows the networks. */
export const LinkIcon = () => <span className={styles.icon} />
