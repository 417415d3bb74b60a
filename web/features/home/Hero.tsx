import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import type { Frame } from '../../band/frame'
import { Picture } from '../../ui/Picture'
import styles from './Hero.module.css'
import { usePromo } from './use-promo'

/** The top section of the home page: the tagline, and the promo video inside an arch of four stripes, with amplifiers
 * and a crowd in front. */
export function Hero({ band, actions }: { band: Frame; actions: ReactNode }) {
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <p className={styles.where}>{[band.genre, band.town].filter(Boolean).join(' · ')}</p>{' '}
          <h1 tabIndex={-1}>{band.tagline ?? band.name}</h1>{' '}
          {band.introduction && <p className={styles.introduction}>{band.introduction}</p>}{' '}
          <div className={styles.actions}>{actions}</div>
        </div>
        <Stage promo={band.promo ?? {}} />
      </section>
      <div className={styles.foot} />
    </>
  )
}

function Stage({ promo }: { promo: NonNullable<Frame['promo']> }) {
  const sources = sourcesOf(promo)
  const { video, shouldLoad, isPlaying, hasFailed, toggle, ...events } = usePromo()
  return (
    <>
      <div className={styles.stage}>
        <Arch />
        {promo.poster && (
          <Picture
            picture={promo.poster}
            alt=""
            className={styles.promo}
            sizes="(max-width: 46rem) 82vw, (max-width: 60rem) 63vw, max(27rem, 39vw)"
            fetchPriority="high"
          />
        )}
        {sources.length > 0 && (
          <video
            ref={video}
            className={styles.promo}
            aria-label={promo.description}
            // Firefox includes videos without controls in the tab order.
            tabIndex={-1}
            autoPlay
            loop
            muted
            playsInline
            {...events}
          >
            {shouldLoad &&
              sources.map(({ src, type }, index, { length }) => (
                <source
                  key={src}
                  src={src}
                  type={type}
                  {...(index === length - 1 && { onError: events.onError })}
                />
              ))}
            Your browser does not support the video tag.
          </video>
        )}
        <Front />
      </div>
      {sources[0] && (
        <p className={styles.plain} data-plain-only>
          <a href={sources[0].src}>Watch the video</a>
        </p>
      )}
      {sources.length > 0 && !hasFailed && (
        <button
          type="button"
          className={styles.pause}
          data-needs-scripts
          aria-label={isPlaying ? 'Pause the video' : 'Play the video'}
          onClick={toggle}
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </button>
      )}
    </>
  )
}

/** WebM first, which is smaller. */
const sourcesOf = ({ webm, mp4 }: NonNullable<Frame['promo']>) => [
  ...(webm ? [{ src: webm, type: 'video/webm' }] : []),
  ...(mp4 ? [{ src: mp4, type: 'video/mp4' }] : []),
]

const Arch = () => (
  <svg viewBox="0 0 1200 620" aria-hidden="true">
    <path className={styles.stripe} d="M120 640a480 480 0 0 1 960 0" stroke="var(--hot)" />
    <path className={styles.stripe} d="M164 640a436 436 0 0 1 872 0" stroke="var(--amber)" />
    <path className={styles.stripe} d="M208 640a392 392 0 0 1 784 0" stroke="var(--gold)" />
    <path className={styles.stripe} d="M252 640a348 348 0 0 1 696 0" stroke="var(--teal)" />
  </svg>
)

/** The amplifiers and the crowd; the amplifiers leave the middle of the video visible. */
const Front = () => (
  <svg viewBox="0 0 1200 620" aria-hidden="true">
    <g className={styles.leftAmp}>
      <rect className={styles.amp} x="318" y="448" width="170" height="180" rx="10" />
      <g className={styles.cone}>
        <circle cx="361" cy="546" r="32" />
        <circle cx="445" cy="546" r="32" />
        <rect x="332" y="464" width="142" height="28" rx="4" />
      </g>
      <g className={styles.lamp}>
        <circle cx="352" cy="478" r="6" />
        <circle cx="374" cy="478" r="6" />
        <circle cx="396" cy="478" r="6" />
      </g>
    </g>
    <g className={styles.rightAmp}>
      <rect className={styles.amp} x="706" y="426" width="188" height="204" rx="10" />
      <g className={styles.cone}>
        <circle cx="752" cy="528" r="36" />
        <circle cx="848" cy="528" r="36" />
        <rect x="722" y="442" width="156" height="30" rx="4" />
      </g>
      <g className={styles.lamp}>
        <circle cx="746" cy="457" r="6" />
        <circle cx="770" cy="457" r="6" />
      </g>
    </g>
    <path
      className={styles.crowd}
      d="M0 620c24-34 60-40 84-32 12-32 42-40 62-8 20-12 44-14 58 8 14-40 54-42 68-6 26-16 50-10 62 8 14-34 54-38 72-2 24-18 50-14 64 4 16-38 56-38 70 0 22-16 48-14 60 4 16-36 54-36 70-2 24-18 52-14 64 4 14-36 56-38 72-2 22-16 46-12 60 4 14-34 52-34 68 0 24-16 48-14 64 2 16-32 50-34 66-2 28-18 58-12 76 20zM98 544a15 15 0 1 1 30 0 15 15 0 1 1-30 0M222 540a16 16 0 1 1 32 0 16 16 0 1 1-32 0M355 547a15 15 0 1 1 30 0 15 15 0 1 1-30 0M490 548a15 15 0 1 1 30 0 15 15 0 1 1-30 0M619 552a16 16 0 1 1 32 0 16 16 0 1 1-32 0M755 554a15 15 0 1 1 30 0 15 15 0 1 1-30 0M885 560a15 15 0 1 1 30 0 15 15 0 1 1-30 0M1017 562a14 14 0 1 1 28 0 14 14 0 1 1-28 0"
    />
    <g className={styles.amp}>
      <path d="M520 604l-22-92q-3-14 8-14t13 12l18 94zM660 606l20-96q4-14 14-11t7 15l-17 92z" />
      <path d="M250 612l-12-76q-2-12 7-13t11 10l12 79z" />
    </g>
  </svg>
)
