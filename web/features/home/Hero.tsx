import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Band } from '../../content/band'
import { pictureUrl } from '../../ui/Picture'
import { videoSources } from '../../ui/video-files'
import styles from './Hero.module.css'

/** The poster come alive: the arch of four stripes, the promo video inside it, amplifiers and the crowd
 * in front. */
export function Hero({ band, actions }: { band: Band; actions: ReactNode }) {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <p className={styles.where}>
          {band.genre} · {band.town}
        </p>
        <h1 tabIndex={-1}>{band.tagline}</h1>
        <p className={styles.introduction}>{band.introduction}</p>
        <div className={styles.actions}>{actions}</div>
      </div>
      <Stage promo={band.promo} />
    </section>
  )
}

function Stage({ promo }: { promo: Band['promo'] }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(true)

  useEffect(() => {
    // The element knows best: scripts come after it, and a browser may refuse to start it.
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) video.current?.pause()
    setPlaying(video.current?.paused === false)
  }, [])

  const toggle = () => {
    if (isPlaying) video.current?.pause()
    else video.current?.play().catch((error: unknown) => console.warn('The promo video:', error))
  }

  return (
    <>
      <div className={styles.stage}>
        <Arch />
        <video
          ref={video}
          className={styles.promo}
          aria-label={promo.description}
          poster={pictureUrl(`${promo.poster}.avif`)}
          autoPlay
          loop
          muted
          playsInline
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
        >
          {videoSources(promo.video).map(({ src, type }) => (
            <source key={src} src={src} type={type} />
          ))}
          Your browser does not support the video tag.
        </video>
        <Front />
      </div>
      <button
        type="button"
        className={styles.pause}
        aria-label={isPlaying ? 'Pause the video' : 'Play the video'}
        onClick={toggle}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </button>
    </>
  )
}

const Arch = () => (
  <svg viewBox="0 0 1200 620" aria-hidden="true">
    <path className={styles.stripe} d="M120 640a480 480 0 0 1 960 0" stroke="var(--hot)" />
    <path className={styles.stripe} d="M164 640a436 436 0 0 1 872 0" stroke="var(--amber)" />
    <path className={styles.stripe} d="M208 640a392 392 0 0 1 784 0" stroke="var(--gold)" />
    <path className={styles.stripe} d="M252 640a348 348 0 0 1 696 0" stroke="var(--teal)" />
  </svg>
)

const Front = () => (
  <svg viewBox="0 0 1200 620" aria-hidden="true">
    <rect className={styles.amp} x="405" y="430" width="180" height="200" rx="10" />
    <rect className={styles.amp} x="615" y="400" width="200" height="230" rx="10" />
    <g className={styles.cone}>
      <circle cx="455" cy="530" r="34" />
      <circle cx="535" cy="530" r="34" />
      <circle cx="665" cy="500" r="38" />
      <circle cx="765" cy="500" r="38" />
      <circle cx="665" cy="584" r="38" />
      <circle cx="765" cy="584" r="38" />
      <rect x="420" y="446" width="150" height="30" rx="4" />
      <rect x="632" y="415" width="166" height="32" rx="4" />
    </g>
    <g className={styles.lamp}>
      <circle cx="440" cy="461" r="6" />
      <circle cx="462" cy="461" r="6" />
      <circle cx="484" cy="461" r="6" />
      <circle cx="655" cy="431" r="6" />
      <circle cx="679" cy="431" r="6" />
    </g>
    <g className={styles.amp}>
      <path d="M0 620V590c40-26 66-10 84-2 12-32 42-40 62-8 20-12 44-14 58 8 14-40 54-42 68-6 26-16 50-10 62 8 14-34 54-38 72-2 24-18 50-14 64 4 16-38 56-38 70 0 22-16 48-14 60 4 16-36 54-36 70-2 24-18 52-14 64 4 14-36 56-38 72-2 22-16 46-12 60 4 14-34 52-34 68 0 24-16 48-14 64 2 16-32 50-34 66-2 28-18 58-12 76 12V620z" />
      <path d="M330 600l-22-92q-3-14 8-14t13 12l18 94zM880 604l26-102q4-14 14-11t7 15l-22 98z" />
      <path d="M556 612l-8-66q-2-12 7-13t11 10l8 69z" />
    </g>
  </svg>
)
