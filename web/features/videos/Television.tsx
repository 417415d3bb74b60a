import Play from 'lucide-react/icons/play'
import { type Ref, useEffect, useRef, useState } from 'react'
import type { Video } from '../../../api/contract/site'
import { useConnection } from '../../offline/connection'
import { Picture } from '../../ui/Picture'
import { Announcer } from '../../ui/VisuallyHidden'
import { embedUrl, watchUrl } from './embed'
import styles from './Television.module.css'

/** The main player and the list of videos. Only a preview picture is loaded until a video is started. */
export function Television({ videos }: { videos: readonly [Video, ...Video[]] }) {
  const [channel, setChannel] = useState(0)
  // Incremented whenever a video is started, also the current one again; 0 until then.
  const [choices, setChoices] = useState(0)
  const set = useRef<HTMLDivElement>(null)
  const player = useRef<HTMLElement>(null)
  const video = videos[channel] ?? videos[0]
  const isOn = choices > 0

  function start(index: number) {
    setChannel(index)
    setChoices(choices + 1)
  }

  useEffect(() => {
    if (choices === 0) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    player.current?.focus({ preventScroll: true })
    set.current?.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth' })
  }, [choices])

  return (
    <div className={styles.stage}>
      <div className={styles.case} ref={set}>
        <Antennas />
        <div className={styles.set} data-no-print>
          <div className={styles.screen}>
            {isOn ? (
              <Player key={choices} video={video} ref={player} />
            ) : (
              <Still video={video} onStart={() => start(channel)} />
            )}
          </div>
          <div className={styles.panel} aria-hidden="true">
            <span className={styles.dial}>{channel + 1}</span>
            <span className={styles.channelLabel}>Channel</span>
            <span className={styles.speaker} />
            <span className={styles.stripes} />
          </div>
        </div>
        <div className={styles.flightCase} data-no-print />
        <p className={styles.caption}>
          <strong>{video.title}</strong>
          {video.about}
        </p>
      </div>
      {videos.length > 1 && <Channels videos={videos} chosen={channel} onChoose={start} />}
      <Announcer text={isOn ? `Now playing: ${video.title}` : ''} />
    </div>
  )
}

/** The screen before a video is started. */
const Still = ({ video, onStart }: { video: Video; onStart: () => void }) => (
  <>
    <button
      type="button"
      className={styles.start}
      data-needs-scripts
      aria-label={`Play ${video.title}`}
      onClick={onStart}
    >
      {video.picture && (
        <Picture
          picture={video.picture}
          alt=""
          sizes="(max-width: 46rem) calc(100vw - 4.5rem), 48rem"
          fetchPriority="high"
        />
      )}
      <span className={styles.knob}>
        <Play aria-hidden />
      </span>
    </button>
    <a className={styles.plain} href={watchAddress(video)} data-plain-only>
      Watch {video.title}
    </a>
  </>
)

interface ChannelsProps {
  videos: readonly Video[]
  chosen: number
  onChoose: (index: number) => void
}

const Channels = ({ videos, chosen, onChoose }: ChannelsProps) => (
  <ul className={styles.channels}>
    {videos.map((video, index) => (
      <li key={String(index)}>
        <button
          type="button"
          className={styles.channel}
          data-needs-scripts
          data-print
          aria-pressed={index === chosen}
          onClick={() => onChoose(index)}
        >
          <span className={styles.still}>
            {video.picture && (
              <Picture
                picture={video.picture}
                alt=""
                sizes="(max-width: 46rem) 45vw, 16rem"
                loading="lazy"
              />
            )}
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
          </span>
          {video.title}
        </button>
        <a className={styles.channelLink} href={watchAddress(video)} data-plain-only>
          Watch {video.title}
        </a>
      </li>
    ))}
  </ul>
)

/** The URL at which a video can be watched without scripts. */
const watchAddress = (video: Video) => (video.provider === 'file' ? video.source : watchUrl(video))

/** Pauses the track that plays, and from now on each video or track when another one begins. Muted ones go on.
 * @returns a function that ends this */
function playOneAtATime() {
  // No `play` event comes from a player of another site.
  for (const audio of document.querySelectorAll('audio')) audio.pause()
  function pauseOthers({ target }: Event) {
    for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video'))
      if (media !== target && !media.muted) media.pause()
  }
  // Media events do not bubble.
  document.addEventListener('play', pauseOthers, { capture: true })
  return () => document.removeEventListener('play', pauseOthers, { capture: true })
}

function Player({ video, ref }: { video: Video; ref: Ref<HTMLElement> }) {
  const isReachable = useConnection((connection) => connection.isReachable)
  const [hasFailed, setFailed] = useState(false)
  /** What has begun to play goes on without network, as far as it is loaded. */
  const [hasBegun, setBegun] = useState(false)
  const fail = () => {
    setFailed(true)
    void useConnection.getState().probe()
  }
  useEffect(playOneAtATime, [])
  if (hasFailed || !(isReachable || hasBegun))
    return (
      <p className={styles.snow} ref={ref as Ref<HTMLParagraphElement>} tabIndex={-1}>
        {isReachable
          ? 'This video can’t be played right now.'
          : 'Videos are not saved on this device. They play when you are back.'}
      </p>
    )
  if (video.provider !== 'file')
    return (
      <iframe
        ref={ref as Ref<HTMLIFrameElement>}
        src={embedUrl(video)}
        title={video.title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={() => setBegun(true)}
      />
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: only videos in which somebody speaks have captions
    <video
      ref={ref as Ref<HTMLVideoElement>}
      aria-label={video.title}
      controls
      autoPlay
      playsInline
      onPlaying={() => setBegun(true)}
      onError={fail}
    >
      <source src={video.source} onError={fail} />
      {video.captions && (
        <track kind="captions" src={video.captions} srcLang="en" label="Captions" default />
      )}
      Your browser does not support the video tag.
    </video>
  )
}

const Antennas = () => (
  <svg className={styles.antennas} viewBox="0 0 144 58" aria-hidden="true" data-no-print>
    <g fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round">
      <path d="M66 56 22 6M78 56l44-44" />
    </g>
    <g fill="currentColor">
      <circle cx="22" cy="6" r="5" />
      <circle cx="122" cy="12" r="5" />
      <path d="M52 58a20 14 0 0 1 40 0z" />
    </g>
  </svg>
)
