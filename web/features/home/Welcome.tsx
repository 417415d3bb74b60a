import type { Frame } from '../../band/frame'
import { Picture } from '../../ui/Picture'
import ribbon from '../../ui/Ribbon.module.css'
import styles from './Welcome.module.css'

/** The welcome text and the cover. */
export const Welcome = ({ band: { name, welcome = [], cover } }: { band: Frame }) => (
  <section className={styles.welcome} aria-labelledby="welcome">
    <div>
      <h2 id="welcome" className={ribbon.bend}>
        We are {name}.
      </h2>{' '}
      {welcome.map((paragraph, index) => (
        <p key={String(index)}>{paragraph} </p>
      ))}
    </div>
    {cover && (
      <div className={styles.cover}>
        <Picture
          picture={cover}
          sizes="(max-width: 46rem) calc(100vw - 2rem), 36rem"
          loading="lazy"
        />
      </div>
    )}
  </section>
)
