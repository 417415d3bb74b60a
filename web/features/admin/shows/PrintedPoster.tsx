import { type ComponentType, type CSSProperties, type ReactNode, useState } from 'react'
import { takesPlace } from '../../../../api/shared/commitments'
import { paletteOf } from '../../../../api/shared/palette'
import { longDate, timesOf, weekdayOf } from '../../../../api/shared/show-dates'
import { addressOf } from '../../../../api/shared/show-place'
import { statusText } from '../../../../api/shared/show-status'
import type { Frame } from '../../../band/frame'
import { Button } from '../../../ui/Button'
import type { ListedShow } from '../records/drafts.store'
import styles from './PrintedPoster.module.css'

interface PrintedPosterProps {
  show: ListedShow
  band: Pick<Frame, 'name' | 'genre' | 'town' | 'colours'>
  /** The address of the show's code; undefined for a show without a public page. */
  code: string | undefined
  /** Draws the paper of the ticket at the foot. */
  Ticket: ComponentType<{
    show: ListedShow
    className: string | undefined
    restClass: string | undefined
    children: ReactNode
  }>
}

/** Passes the text's length to the style sheet, which derives the font size. */
const lettersOf = (text: string) => ({ '--letters': String(text.length) }) as CSSProperties

/** An A4 poster of a show, to be printed or saved as PDF. */
export function PrintedPoster({ show, band, code, Ticket }: PrintedPosterProps) {
  const { date, venue, ticketLabel } = show
  // Without signal the code can't be drawn.
  const [hasCode, setHasCode] = useState(code !== undefined)
  const status = statusText(show)
  const times = timesOf(show)
  const genre = [band.genre, band.town].filter(Boolean).join(' · ')
  const place = addressOf(show)
  return (
    <>
      <p className={styles.controls} data-no-print>
        <Button onClick={() => print()}>Print</Button>
      </p>
      <article className={styles.poster} style={paletteOf(band.colours, 'day') as CSSProperties}>
        <div className={styles.sheet}>
          <div>
            <svg className={styles.arch} viewBox="0 0 200 100" aria-hidden="true">
              {['hot', 'amber', 'gold', 'teal'].map((name, index) => (
                <circle
                  key={name}
                  cx="100"
                  cy="100"
                  r={94 - index * 12}
                  fill="none"
                  strokeWidth="12.2"
                  stroke={`var(--${name})`}
                />
              ))}
            </svg>
            <h1 className={styles.band} style={lettersOf(band.name)} tabIndex={-1}>
              {band.name}
            </h1>
            <p className={styles.genre} style={lettersOf(genre)}>
              {genre}
            </p>
          </div>
          <div className={styles.what}>
            {status && <p className={styles.status}>{status}</p>}
            <p className={styles.day}>{weekdayOf(date)}</p>
            <p className={styles.date}>{longDate(date)}</p>
            <p className={styles.venue} style={lettersOf(venue)}>
              {venue}
            </p>
            {times && <p className={styles.times}>{times}</p>}
            <p className={styles.place} style={lettersOf(place)}>
              {place}
            </p>
          </div>
          <Ticket show={show} className={styles.foot} restClass={styles.rest}>
            <div className={styles.words}>
              {ticketLabel && takesPlace(show) && show.status !== 'soldout' && (
                <p className={styles.tickets} style={lettersOf(ticketLabel)}>
                  {ticketLabel}
                </p>
              )}
              {hasCode && (
                <p className={styles.scan}>Scan for directions, your calendar and any change.</p>
              )}
            </div>
            {hasCode && (
              <img
                className={styles.code}
                src={code}
                alt="QR code of the show’s page"
                onError={() => setHasCode(false)}
              />
            )}
          </Ticket>
        </div>
      </article>
    </>
  )
}
