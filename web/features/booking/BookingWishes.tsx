import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { PostedEnquiry } from '../../../api/contract/page'
import type { Song } from '../../../api/contract/songs'
import { limits } from '../../../api/shared/limits'
import { occasions } from '../../../api/shared/occasions'
import { QuietButton } from '../../ui/Button'
import { SelectField, TextField } from '../../ui/Field'
import { useWishedSongs } from '../../wishes/wished-songs.store'
import {
  availabilityOf,
  availabilityOn,
  followAvailability,
  type SavedAvailability,
} from './availability'
import styles from './BookingForm.module.css'
import type { Enquiry } from './booking-state'
import { postedField } from './posted-field'

export interface BookingWishesProps {
  /** The result of a submission without scripts. */
  posted: PostedEnquiry | undefined
  text: Enquiry
  isSending: boolean
  /** Whether the last message was sent, or saved to be sent, and no other one is begun. */
  isFinished: boolean
  /** The current day, as YYYY-MM-DD. */
  today: string
  /** The songs of the site, by which the ticked ones are named. */
  songs: readonly Song[]
}

/** The optional fields of the booking form: what the visitor knows about the night. */
export function BookingWishes(props: BookingWishesProps) {
  const { posted, text, isSending, isFinished, today, songs } = props
  const field = postedField(posted)
  const answer = useAnswer(text.date, today)
  const { ids } = useWishedSongs()
  const { restore } = useWishedSongs.getState()
  useEffect(restore, [restore])
  const isUsed =
    ids.length > 0 || [text.date, text.place, text.occasion, text.guests, text.phone].some(Boolean)
  const [isOpen, setOpen] = useState(false)
  // Opened when a draft is restored; never closed while the person types.
  if (isUsed && !isOpen) setOpen(true)
  useEffect(() => {
    if (isFinished) setOpen(false)
  }, [isFinished])
  return (
    <details
      className={styles.wishes}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open || isUsed)}
    >
      <summary>Tell us more</summary>
      <div className={styles.fields}>
        <TextField label="Date" {...field('date')} type="date" min={today} hint={answer ?? ''} />
        <TextField
          label="Place"
          {...field('place')}
          autoComplete="street-address"
          maxLength={limits.line}
        />
        <SelectField
          label="Occasion"
          {...field('occasion')}
          choices={{ '': 'Please choose', ...occasions }}
        />
        <TextField
          label="Guests"
          {...field('guests')}
          type="number"
          inputMode="numeric"
          min={1}
          max={1_000_000}
        />
        <TextField
          label="Phone"
          {...field('phone')}
          type="tel"
          autoComplete="tel"
          maxLength={limits.phone}
        />
        <SongWishes ids={ids} songs={songs} ticked={posted?.fields['songIds']} />
        <QuietButton type="submit" aria-disabled={isSending}>
          Send all of it
        </QuietButton>
      </div>
    </details>
  )
}

/** What is known about a night that a visitor asks for; undefined as long as nothing is.
 * @param date as typed: YYYY-MM-DD, or empty */
function useAnswer(date: string, today: string): string | undefined {
  const [saved, setSaved] = useState<SavedAvailability>()
  const [later, setLater] = useState<SavedAvailability>()
  useEffect(() => followAvailability(today, setSaved), [today])
  const isLater = saved !== undefined && date > saved.to
  useEffect(() => {
    if (!isLater) return
    let isCurrent = true
    availabilityOn(date).then(
      (found) => isCurrent && setLater(found),
      (error: unknown) => console.debug('The availability could not be loaded:', error),
    )
    return () => {
      isCurrent = false
    }
  }, [isLater, date])
  const known = isLater ? later : saved
  return known && availabilityOf(date, known, today)
}

interface SongWishesProps extends Pick<BookingWishesProps, 'songs'> {
  /** The ids of the ticked songs. */
  ids: readonly string[]
  /** The ids that were submitted without scripts, separated by commas. */
  ticked: string | undefined
}

/** The songs that the visitor has ticked. */
function SongWishes({ ids, songs, ticked }: SongWishesProps) {
  const wished = ids.flatMap((id) => songs.find(({ _id }) => _id === id)?.title ?? [])
  return (
    <>
      <input type="hidden" name="songIds" value={ids.join(',')} />
      {songs.length > 0 && (
        // With scripts, songs are ticked on their own page.
        <noscript>
          <label>
            Songs
            <select name="songIds" multiple size={8} defaultValue={ticked?.split(',') ?? []}>
              {songs.map(({ _id, title, artist }) => (
                <option key={_id} value={_id}>
                  {`${title} – ${artist}`}
                </option>
              ))}
            </select>
          </label>
        </noscript>
      )}
      {ids.length > 0 && (
        <p className={styles.wished}>
          {`Your songs: ${wished.length > 0 ? wished.join(', ') : `${ids.length} ticked`}`}{' '}
          <Link to="/Songs">Change them</Link>
        </p>
      )}
    </>
  )
}
