import type { Band } from '../../content/band'
import { Picture } from '../../ui/Picture'
import styles from './Welcome.module.css'

/** The welcome text and the cover. */
export const Welcome = ({ band }: { band: Band }) => (
  <section className={styles.welcome} aria-labelledby="welcome">
    <div>
      <h2 id="welcome">We are {band.name}.</h2>{' '}
      {band.welcome.map((paragraph) => (
        <p key={paragraph}>{paragraph} </p>
      ))}
    </div>
    <div className={styles.cover}>
      <Picture
        name={band.cover.picture}
        alt={band.cover.description}
        sizes="(max-width: 46rem) calc(100vw - 2rem), 36rem"
        loading="lazy"
      />
    </div>
  </section>
)
