import { type FormEvent, useState } from 'react'
import type { Away } from '../../../api/contract/availability'
import { daysInBoth } from '../../../api/shared/calendar-day'
import { limits } from '../../../api/shared/limits'
import { longDate, monthOf, shortDate, weekdayOf } from '../../../api/shared/show-dates'
import { call } from '../../api-client/call'
import { adminApi } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FormActions, FormNotice } from './FormFoot'
import styles from './NightsPanel.module.css'
import { type Commitments, clashesIn, daysOf, monthAfter, type Night, nightsOf } from './nights'
import { Actions, Panel, Panes, RecordForm, Section } from './Panel'
import { useSaving } from './use-saving'

interface NightsPanelProps extends Commitments {
  /** The current day, as YYYY-MM-DD. */
  today: string
  /** Called after each change, to read everything again. */
  onChanged: () => Promise<void>
}

/** A month of shows, holds and nights off, and the form for nights off. */
export function NightsPanel({ shows, away, enquiries, today, onChanged }: NightsPanelProps) {
  const [month, setMonth] = useState(today.slice(0, 7))
  const { isBusy, message, errors, save } = useSaving()
  const [from, setFrom] = useState('')
  const nights = nightsOf(daysOf(month), { shows, away, enquiries }, today)
  const clashes = clashesIn(nights)

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const text = (name: string) => String(fields.get(name) ?? '')
    void save('The nights off could not be added.', async () => {
      const json = { from, to: text('to') || from, note: text('note') }
      await call(adminApi(), 'POST /api/admin/away', { json })
      form.reset()
      setFrom('')
      await onChanged()
      return `Added: ${stretchOf(json)}`
    })
  }

  const remove = (one: Away) =>
    void save('The nights off could not be deleted.', async () => {
      const parameters = { id: one._id }
      await deleteOnce(call(adminApi(), 'DELETE /api/admin/away/{id}', { parameters }))
      await onChanged()
      return `Deleted: ${stretchOf(one)}`
    })

  return (
    <Panel title="Nights">
      <Panes>
        <RecordForm newHeading="Nights off" onSubmit={add}>
          <TextField
            label="First night"
            name="from"
            type="date"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
            error={errors['from']}
            required
          />
          <TextField
            label="Last night"
            name="to"
            type="date"
            min={from}
            help="Empty for one night."
            error={errors['to']}
          />
          <TextField
            label="Reason (only you see it)"
            name="note"
            maxLength={limits.note}
            error={errors['note']}
          />
          <FormActions submit="Add nights off" isBusy={isBusy} onCancel={undefined} />
          <FormNotice message={message} />
        </RecordForm>
        <div>
          <Actions>
            <Button variant="quiet" onClick={() => setMonth(monthAfter(month, -1))}>
              Previous month
            </Button>
            <Button variant="quiet" onClick={() => setMonth(monthAfter(month, 1))}>
              Next month
            </Button>
          </Actions>
          <Month month={month} nights={nights} today={today} />
          <ul className={styles.nights} aria-label="What is on">
            {nights.map(({ id, date, kind, text }) => (
              <li key={`${id} ${date}`} data-kind={kind}>
                <strong>
                  {weekdayOf(date).slice(0, 3)}, {shortDate(date)}
                </strong>{' '}
                {text}
                {clashes.has(date) && <span className={styles.clash}> Clash</span>}
              </li>
            ))}
          </ul>
        </div>
      </Panes>
      {away.length > 0 && (
        <Section id="nights-off" title="Nights off">
          <ul className={styles.nights}>
            {away.map((one) => (
              <li key={one._id}>
                <p id={`away-${one._id}`}>
                  {stretchOf(one)}
                  {one.note && ` · ${one.note}`}
                </p>
                <Button
                  variant="quiet"
                  aria-describedby={`away-${one._id}`}
                  aria-disabled={isBusy}
                  onClick={() => remove(one)}
                >
                  Delete
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Panel>
  )
}

const stretchOf = ({ from, to }: Pick<Away, 'from' | 'to'>) =>
  from === to ? longDate(from) : `${longDate(from)} to ${longDate(to)}`

interface MonthProps {
  /** YYYY-MM. */
  month: string
  nights: readonly Night[]
  today: string
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The days of a month. Hidden from screen readers, because the list below it has the same content. */
function Month({ month, nights, today }: MonthProps) {
  const first = `${month}-01`
  const days = daysOf(month)
  const kinds = new Map(nights.map(({ date, kind }) => [date, kind]))
  return (
    <>
      <h2 className={styles.heading}>
        {monthOf(first)} {first.slice(0, 4)}
      </h2>
      <div className={styles.month} aria-hidden="true">
        {weekdays.map((weekday) => (
          <span key={weekday} className={styles.weekday}>
            {weekday}
          </span>
        ))}
        {[...daysInBoth(days, days)].map((day) => (
          <span
            key={day}
            className={styles.day}
            data-kind={kinds.get(day)}
            data-today={day === today || undefined}
            style={
              day === first
                ? { gridColumnStart: new Date(`${day}T00:00:00Z`).getUTCDay() + 1 }
                : undefined
            }
          >
            {Number(day.slice(8))}
          </span>
        ))}
      </div>
    </>
  )
}
