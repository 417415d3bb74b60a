import { band } from '../content/band'
import { Television } from '../features/videos/Television'
import styles from './Page.module.css'

export default function VideosPage() {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Videos</h1>
      <Television videos={band.videos} />
    </div>
  )
}
