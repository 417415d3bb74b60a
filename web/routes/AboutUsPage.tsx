import { band } from '../content/band'
import { Members } from '../features/about/Members'
import styles from './Page.module.css'

export default function AboutUsPage() {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>About Us</h1>
      <Members members={band.members} />
    </div>
  )
}
