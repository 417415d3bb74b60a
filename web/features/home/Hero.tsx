import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import type { Frame } from '../../band/frame'
import { Picture } from '../../ui/Picture'
import { roundClass } from '../../ui/round-button'
import styles from './Hero.module.css'
import { usePromo } from './use-promo'

/** The top section of the home page: the tagline, and the promo video inside an arch of four stripes, with amplifiers
 * and a crowd in front. */
export function Hero({ band, actions }: { band: Frame; actions: ReactNode }) {
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <p className={styles.where}>{[band.genre, band.town].filter(Boolean).join('\u00a0· ')}</p>{' '}
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
          className={`${roundClass} ${styles.pause}`}
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
      d="M0 622V608H1200V622zM-4 620V607c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM15 563a15 15 0 1 1 30 0 15 15 0 1 1-30 0M68 620V599c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM87 555a15 15 0 1 1 30 0 15 15 0 1 1-30 0M82 593l-7-52q-1-7-7-6t-6 8l4 54zM140 620V612c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM159 568a15 15 0 1 1 30 0 15 15 0 1 1-30 0M212 620V603c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM231 559a15 15 0 1 1 30 0 15 15 0 1 1-30 0M284 620V610c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM303 566a15 15 0 1 1 30 0 15 15 0 1 1-30 0M356 620V598c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM375 554a15 15 0 1 1 30 0 15 15 0 1 1-30 0M410 592l7-52q1-7 7-6t6 8l-4 54zM428 620V609c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM447 565a15 15 0 1 1 30 0 15 15 0 1 1-30 0M500 620V601c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM519 557a15 15 0 1 1 30 0 15 15 0 1 1-30 0M572 620V613c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM591 569a15 15 0 1 1 30 0 15 15 0 1 1-30 0M586 607l-7-52q-1-7-7-6t-6 8l4 54zM644 620V604c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM663 560a15 15 0 1 1 30 0 15 15 0 1 1-30 0M716 620V608c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM735 564a15 15 0 1 1 30 0 15 15 0 1 1-30 0M788 620V599c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM807 555a15 15 0 1 1 30 0 15 15 0 1 1-30 0M842 593l7-52q1-7 7-6t6 8l-4 54zM860 620V611c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM879 567a15 15 0 1 1 30 0 15 15 0 1 1-30 0M932 620V602c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM951 558a15 15 0 1 1 30 0 15 15 0 1 1-30 0M1004 620V607c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM1023 563a15 15 0 1 1 30 0 15 15 0 1 1-30 0M1076 620V600c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM1095 556a15 15 0 1 1 30 0 15 15 0 1 1-30 0M1090 594l-7-52q-1-7-7-6t-6 8l4 54zM1148 620V610c0-20 12-25 28-28v-8h12v8c16 3 28 8 28 28V620zM1167 566a15 15 0 1 1 30 0 15 15 0 1 1-30 0"
    />
  </svg>
)
