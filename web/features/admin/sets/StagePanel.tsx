import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AdminSong } from '../../../../api/contract/songs'
import { longDate } from '../../../../api/shared/show-dates'
import { Button } from '../../../ui/Button'
import type { ListedShow } from '../drafts.store'
import { Empty, Panel } from '../Panel'
import styles from './StagePanel.module.css'
import { nameOfSet, nextShowWithSetList, type SetList, songsOf } from './set-list'
import { useWakeLock } from './use-wake-lock'

interface StagePanelProps {
  shows: readonly (ListedShow & { setList?: SetList })[]
  songs: readonly AdminSong[]
  /** YYYY-MM-DD, in the band's time zone. */
  today: string
}

/** The keys of keyboards, and of pedals that turn pages. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ' ': 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
}

/** The set list of today's show or of the next one, one song at a time and large enough to be read at two metres. On paper,
 * all of it is on one page. */
export function StagePanel({ shows, songs, today }: StagePanelProps) {
  const [current, setCurrent] = useState(0)
  const stage = useRef<HTMLElement>(null)
  const byId = new Map(songs.map((song) => [song._id, song]))
  const show = nextShowWithSetList(shows, byId, today)
  const lines = (show?.setList ?? []).flatMap((set, index) =>
    songsOf(set, byId).map((song) => ({ song, set: nameOfSet(set, index) })),
  )
  useWakeLock(lines.length > 0)
  useEffect(() => stage.current?.focus(), [])
  const now = lines[current]
  const next = lines[current + 1]
  if (!show || !now)
    return (
      <Panel title="Stage">
        <Empty>No upcoming show has a set list. Make one with “More” beside the show.</Empty>
      </Panel>
    )

  const go = (step: number) => setCurrent(Math.min(Math.max(current + step, 0), lines.length - 1))

  function press(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    go(step)
  }

  return (
    <section
      ref={stage}
      className={styles.stage}
      aria-label="Stage"
      tabIndex={-1}
      onKeyDown={press}
    >
      <h1 className={styles.show}>
        {show.venue}, {longDate(show.date)}
      </h1>
      <div className={styles.now} aria-live="polite">
        <p className={styles.place}>
          {now.set} · {current + 1} of {lines.length}
        </p>
        <p className={styles.title}>{now.song.title}</p>
        <p className={styles.about}>{[now.song.key, now.song.notes].filter(Boolean).join(' · ')}</p>
      </div>
      <p className={styles.next}>{next ? `Next: ${next.song.title}` : 'This is the last song.'}</p>
      <div className={styles.buttons}>
        <Button variant="quiet" disabled={current === 0} onClick={() => go(-1)}>
          Back
        </Button>
        <Button disabled={!next} onClick={() => go(1)}>
          Next
        </Button>
        <Button variant="quiet" onClick={() => print()}>
          Print
        </Button>
      </div>
      <ol className={styles.paper}>
        {lines.map(({ song, set }, index) => (
          <li key={song._id}>
            {set !== lines[index - 1]?.set && <strong>{set}</strong>}
            <span>
              {index + 1}. {song.title} {song.key && <em>{song.key}</em>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
