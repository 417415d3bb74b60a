import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { type CSSProperties, type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import type { AdminSong } from '../../../../api/contract/songs'
import { takesPlace } from '../../../../api/shared/commitments'
import { pages } from '../../../../api/shared/site-map'
import { Button, QuietButton, TextButton, textButtonClass } from '../../../ui/Button'
import { SelectField } from '../../../ui/Field'
import { roundClass } from '../../../ui/round-button'
import { Empty, Panel } from '../panel/Panel'
import { useStoredDraft } from '../records/draft-storage'
import { type ListedShow, nameOfShow } from '../records/drafts.store'
import styles from './StagePanel.module.css'
import { comingWithSetList, nameOfSet, songsOf } from './set-list'
import { useStageDevice } from './use-stage-device'

interface StagePanelProps {
  shows: readonly ListedShow[]
  songs: readonly AdminSong[]
  /** YYYY-MM-DD, in the band's time zone. */
  today: string
  /** The id of the show to begin with; undefined for the next one. */
  chosenId: string | undefined
}

/** Milliseconds for which the stage remembers its song: three hours. */
const placeLifetime = 3 * 60 * 60_000

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

/** The set list of a show, one song at a time and large enough to be read at two metres, dark and without anything else. On
 * paper, all of it is on one page. */
export function StagePanel({ shows, songs, today, chosenId }: StagePanelProps) {
  const [id, setId] = useState(chosenId)
  const byId = new Map(songs.map((song) => [song._id, song]))
  const coming = comingWithSetList(shows, byId, today)
  const show = shows.find(({ _id }) => _id === id) ?? coming[0]
  // Stored, because a phone may discard the page in the middle of a set. After a rehearsal, the show begins with the first song.
  const [place, setPlace] = useStoredDraft(`stage ${show?._id}`, { index: 0, at: 0 })
  const chosenIndex = Date.now() - place.at < placeLifetime ? place.index : 0
  const lines = linesOf(show, byId)
  // The list may get shorter while it is shown.
  const currentIndex = Math.min(chosenIndex, Math.max(0, lines.length - 1))
  useStageDevice(lines.length > 0)
  function go(step: number) {
    setPlace({
      index: Math.max(0, Math.min(currentIndex + step, lines.length - 1)),
      at: Date.now(),
    })
    scrollToTop()
  }
  useKeys(go)
  // The browser would restore the position of before a reload.
  useEffect(scrollToTop, [])
  const router = useRouter()
  const canGoBack = useCanGoBack()
  /** Returns to where the person came from, such as the set list. */
  function leave(event: MouseEvent) {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
    if (!canGoBack || opensElsewhere) return
    event.preventDefault()
    router.history.back()
  }
  const now = lines[currentIndex]
  const next = lines[currentIndex + 1]
  if (!show || !now)
    return (
      <Panel title="Stage">
        <Empty>
          {show && id === show._id
            ? 'This show has no set list yet.'
            : 'No upcoming show has a set list.'}
        </Empty>
        <ul className={styles.links}>
          {(show ? [show] : upcoming(shows, today)).map((one) => (
            <li key={one._id}>
              <Link to="/Admin/set/$id" params={{ id: one._id }}>
                Make one for {nameOfShow(one)}
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    )
  const choices = Object.fromEntries(
    [show, ...coming.filter((one) => one !== show)].map((one) => [one._id, nameOfShow(one)]),
  )

  return (
    <section className={styles.stage} aria-label="Stage">
      <div className={styles.top}>
        <h1 className={styles.show}>{nameOfShow(show)}</h1>
        <Link to="/Admin/set/$id" params={{ id: show._id }} className={textButtonClass}>
          Edit
        </Link>
        <TextButton onClick={() => print()}>Print</TextButton>
        <Link
          to={pages.admin.path}
          className={roundClass}
          aria-label="Leave the stage"
          onClick={leave}
        >
          <X aria-hidden="true" />
        </Link>
      </div>
      {Object.keys(choices).length > 1 && (
        <SelectField
          label="Show"
          value={show._id}
          choices={choices}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
      )}
      <CurrentSong song={now.song} position={`${now.set} · ${now.place}`} />
      <p className={styles.next}>{next ? nextLabel(next) : 'This is the last song.'}</p>
      <div className={styles.buttons}>
        {/* `aria-disabled`, so that the button keeps the focus. */}
        <QuietButton aria-disabled={currentIndex === 0} onClick={() => go(-1)}>
          Back
        </QuietButton>
        <Button aria-disabled={!next} onClick={() => go(1)}>
          Next
        </Button>
      </div>
      <Paper lines={lines} />
    </section>
  )
}

/** A song on the stage or on paper. */
interface Line {
  song: AdminSong
  /** The name of its set. */
  set: string
  /** Its place in the set, such as `2 of 12`. */
  place: string
  /** Whether it is the first one of its set. */
  isFirst: boolean
}

const linesOf = (show: ListedShow | undefined, byId: ReadonlyMap<string, AdminSong>): Line[] =>
  (show?.setList ?? []).flatMap((set, index) =>
    songsOf(set, byId).map((song, at, { length }) => ({
      song,
      set: nameOfSet(set, index),
      place: `${at + 1} of ${length}`,
      isFirst: at === 0,
    })),
  )

/** Says which song comes next, and whether there is a break before it. */
const nextLabel = ({ song, set, isFirst }: Line) =>
  isFirst ? `Break, then ${set}: ${song.title}` : `Next: ${song.title}`

/** @param position such as 'Set 1 · 2 of 40' */
function CurrentSong({ song, position }: { song: AdminSong; position: string }) {
  const { title, key, notes = '' } = song
  return (
    <div className={styles.now} aria-live="polite">
      <p className={styles.place}>
        {position} {key && <span className={styles.key}>{key}</span>}
      </p>
      <p className={styles.title} style={{ '--longest': longestWord(title) } as CSSProperties}>
        {title}
      </p>
      {notes && <p className={looksLikeLyrics(notes) ? styles.lyrics : styles.notes}>{notes}</p>}
    </div>
  )
}

/** The whole set list, which only paper shows. */
const Paper = ({ lines }: { lines: readonly Line[] }) => (
  <ol
    className={styles.paper}
    style={
      { '--lines': lines.length + lines.filter(({ isFirst }) => isFirst).length } as CSSProperties
    }
  >
    {lines.map(({ song, set, isFirst }, index) => (
      <li key={String(index)}>
        {isFirst && <strong>{set}</strong>}
        <span>
          {index + 1}. {song.title} {song.key && <em>{song.key}</em>}
        </span>
      </li>
    ))}
  </ol>
)

/** The next shows, for which a set list can be made. */
const upcoming = (shows: readonly ListedShow[], today: string) =>
  shows.filter((show) => takesPlace(show) && show.date >= today).slice(0, 3)

/** Returns undefined: in some browsers `scrollTo` returns a promise, which React would take for the effect's clean-up. */
function scrollToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' })
}

/** Guesses by the length of notes whether they are lyrics, which get smaller letters. */
const looksLikeLyrics = (notes: string) => notes.length > 140 || notes.split('\n').length > 4

/** The length of the longest word of a title, in characters. */
const longestWord = (title: string) =>
  Math.max(...title.split(/[\s-]+/).map(({ length }) => length))

/** The part of the window's height by which a key scrolls lyrics. */
const scrolledPart = 0.6

/** Scrolls to more of the song's lyrics.
 * @returns whether there is more in this direction */
function scrollWithin(direction: number): boolean {
  const before = scrollY
  scrollBy({ top: direction * scrolledPart * innerHeight, behavior: 'instant' })
  return Math.abs(scrollY - before) > 1
}

/** Steps with the keys of a keyboard or a pedal, wherever the focus is, after it has scrolled through the lyrics. A space presses
 * a focused button instead. */
function useKeys(go: (step: number) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = steps[event.key]
    const { target } = event
    const controls = event.key === ' ' ? 'button, summary, a, select' : 'select'
    const isUsed = target instanceof Element && target.matches(controls)
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey
    if (step === undefined || isUsed || isShortcut || event.defaultPrevented) return
    event.preventDefault()
    if (!/^Arrow(Left|Right)$/.test(event.key) && scrollWithin(step)) return
    go(step)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
