import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ChangeEvent, useState } from 'react'
import type { Away, AwayBody } from '../../../../api/contract/availability'
import { adminPaths } from '../../../../api/shared/admin-map'
import { daysInBoth } from '../../../../api/shared/calendar-day'
import { takesPlace } from '../../../../api/shared/commitments'
import { counted } from '../../../../api/shared/counted'
import { limits } from '../../../../api/shared/limits'
import { longDate, monthOf, shortDate, weekdayOf } from '../../../../api/shared/show-dates'
import { newShowHash, showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { callAdmin } from '../../../api-client/call'
import { deleteOnce } from '../../../api-client/problem'
import { Dialog } from '../../../ui/Dialog'
import { TextField } from '../../../ui/Field'
import { roundClass } from '../../../ui/round-button'
import { Action, ActionGroup, ActionLink } from '../panel/Action'
import { DescribedList } from '../panel/DescribedList'
import { FormActions, FormNotice, RecordNotice } from '../panel/FormFoot'
import { Panel, Panes, RecordForm, Section } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { useStoredDraft } from '../records/draft-storage'
import {
  type Commitments,
  clashesIn,
  daysOf,
  monthAfter,
  type Night,
  nightsOf,
} from '../records/nights'
import { clearRecordKey, recordKey } from '../records/record-key'
import styles from './NightsPanel.module.css'

interface NightsPanelProps extends Commitments {
  /** The current day, as YYYY-MM-DD. */
  today: string
}

const noNightsOff = { from: '', to: '', note: '' }
const notAdded = 'The nights off could not be added.'

/** A month of shows, holds and nights off, and the form for nights off. */
export function NightsPanel({ shows, away, enquiries, today }: NightsPanelProps) {
  const reload = useReload()
  const navigate = useNavigate()
  const { hash } = useLocation()
  // The month is in the address, so that Back returns from a show to the month that was displayed.
  const month = /^\d{4}-\d\d$/.test(hash) ? hash : today.slice(0, 7)
  const setMonth = (chosen: string) => void navigate({ to: '.', hash: chosen, replace: true })
  const { isBusy, problem, notice, errors, save, saveFromList, clearMessages } = useSaving()
  const [draft, setDraft] = useStoredDraft('nights off', noNightsOff)
  const [chosen, setChosen] = useState<string>()
  const nights = nightsOf(daysOf(month), { shows, away, enquiries }, today)
  const clashes = clashesIn(nights)

  const add = () =>
    void save(notAdded, async () => {
      const added = await addStretch({ ...draft, to: draft.to || draft.from })
      setDraft(undefined)
      return added
    })

  const field = (name: keyof typeof noNightsOff) => ({
    name,
    value: draft[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      setDraft({ ...draft, [name]: value }),
  })

  /** Adds nights off without the form. */
  function addFromCalendar(json: AwayBody) {
    setChosen(undefined)
    void saveFromList(notAdded, () => addStretch(json))
  }

  /** @returns the notice */
  async function addStretch(json: AwayBody) {
    const headers = { 'idempotency-key': recordKey('nights off', JSON.stringify(json)) }
    const { away: added } = await callAdmin('POST /api/admin/away', { json, headers })
    clearRecordKey('nights off')
    await reload()
    return { text: `Added: ${stretchOf(json)}`, undo: () => remove(added) }
  }

  const remove = (one: Away) =>
    void saveFromList('The nights off could not be deleted.', async () => {
      const parameters = { id: one._id }
      await deleteOnce(callAdmin('DELETE /api/admin/away/{id}', { parameters }))
      await reload()
      const { from, to, note } = one
      const undo = () => addFromCalendar({ from, to, ...(note && { note }) })
      return { text: `Deleted: ${stretchOf(one)}`, undo }
    })

  return (
    <Panel title="Nights">
      <Panes>
        <div>
          <MonthChoice month={month} today={today} shows={shows} onChoose={setMonth} />
          <Month
            month={month}
            nights={nights}
            clashes={clashes}
            today={today}
            onChoose={setChosen}
          />
          <ul className={styles.nights} aria-label="What is on">
            {nights.map((night) => {
              const { id, date, kind, text } = night
              const address = addressOf(night)
              return (
                <li key={`${id} ${date}`} data-kind={kind}>
                  <strong>
                    {weekdayOf(date).slice(0, 3)}, {shortDate(date)}
                  </strong>{' '}
                  {address ? <Link {...address}>{text}</Link> : text}
                  {clashes.has(date) && <span className={styles.clash}> Clash</span>}
                </li>
              )
            })}
          </ul>
        </div>
        <RecordForm newHeading="Nights off" errors={errors} onSubmit={add}>
          <TextField label="First night" type="date" required {...field('from')} />
          <TextField
            label="Last night"
            type="date"
            min={draft.from}
            help="Empty for one night."
            {...field('to')}
          />
          <TextField label="Reason (only you see it)" maxLength={limits.note} {...field('note')} />
          <FormNotice message={problem} />
          <FormActions submit="Add nights off" isBusy={isBusy} onCancel={undefined} />
        </RecordForm>
        <RecordNotice message={notice} onClose={clearMessages} />
      </Panes>
      {chosen !== undefined && (
        <DayDialog
          day={chosen}
          nights={nights.filter(({ date }) => date === chosen)}
          away={away.filter(({ from, to }) => from <= chosen && chosen <= to)}
          onNightOff={() => addFromCalendar({ from: chosen, to: chosen })}
          onDelete={(one) => {
            setChosen(undefined)
            remove(one)
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
      {away.length > 0 && (
        <Section id="nights-off" title="Nights off">
          <DescribedList
            items={away}
            textOf={(one) => [stretchOf(one), one.note].filter(Boolean).join(' · ')}
            actionsOf={(one) => [['Delete', () => remove(one)]]}
            isBusy={isBusy}
          />
        </Section>
      )}
    </Panel>
  )
}

const stretchOf = ({ from, to }: AwayBody) =>
  from === to ? longDate(from) : `${longDate(from)} to ${longDate(to)}`

/** The address of a show or an enquiry; undefined for a night off. */
function addressOf({ id, kind }: Night) {
  if (kind === 'away') return
  return kind === 'held'
    ? { to: adminPaths.enquiries, search: { enquiry: id } }
    : { to: pages.admin.path, hash: showHash(id) }
}

interface DayDialogProps {
  day: string
  nights: readonly Night[]
  /** The nights off that the day belongs to. */
  away: readonly Away[]
  onNightOff: () => void
  onDelete: (away: Away) => void
  onClose: () => void
}

/** What is on a day, which can be opened, and what can be added to it. */
const DayDialog = ({ day, nights, away, onNightOff, onDelete, onClose }: DayDialogProps) => (
  <Dialog
    title={`${weekdayOf(day)}, ${longDate(day)}`}
    text={nights.map(({ text }) => text).join(', ') || 'Nothing is on.'}
    onCancel={onClose}
  >
    {nights.some(({ kind }) => kind !== 'away') && (
      <ActionGroup title="Open">
        {nights.map((night) => {
          const address = addressOf(night)
          return (
            address && (
              <ActionLink key={night.id} {...address}>
                {night.text}
              </ActionLink>
            )
          )
        })}
      </ActionGroup>
    )}
    <ActionGroup title="Add">
      <ActionLink to={pages.admin.path} hash={newShowHash('public', day)}>
        Show…
      </ActionLink>
      <ActionLink to={pages.admin.path} hash={newShowHash('private', day)}>
        Private show…
      </ActionLink>
      {away.length === 0 && <Action onClick={onNightOff}>Night off</Action>}
    </ActionGroup>
    {away.length > 0 && (
      <ActionGroup title="Delete">
        {away.map((one) => (
          <Action key={one._id} onClick={() => onDelete(one)}>
            {`${one.from === one.to ? 'Night' : 'Nights'} off: ${stretchOf(one)}`}
          </Action>
        ))}
      </ActionGroup>
    )}
  </Dialog>
)

interface MonthChoiceProps extends Pick<NightsPanelProps, 'shows' | 'today'> {
  month: string
  /** @param month YYYY-MM */
  onChoose: (month: string) => void
}

/** How many months before and after the current one can be chosen from the list; the buttons go further. */
const monthsBefore = 12
const monthsAfter = 24

/** The heading of a month: a list of months with the number of their shows, between two buttons. */
function MonthChoice({ month, today, shows, onChoose }: MonthChoiceProps) {
  const listed = Array.from({ length: monthsBefore + 1 + monthsAfter }, (_, index) =>
    monthAfter(today.slice(0, 7), index - monthsBefore),
  )
  const describe = (one: string) => {
    const count = shows.filter((show) => show.date.startsWith(one) && takesPlace(show)).length
    return `${monthOf(one).slice(0, 3)} ${one.slice(0, 4)}${count > 0 ? ` · ${counted(count, 'show')}` : ''}`
  }
  const go = (step: number) => onChoose(monthAfter(month, step))
  return (
    <h2 className={styles.choice}>
      <button
        type="button"
        className={roundClass}
        aria-label="Previous month"
        onClick={() => go(-1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <select
        aria-label="Month"
        value={month}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {[...new Set([...listed, month])].sort().map((one) => (
          <option key={one} value={one}>
            {describe(one)}
          </option>
        ))}
      </select>
      <button type="button" className={roundClass} aria-label="Next month" onClick={() => go(1)}>
        <ChevronRight aria-hidden />
      </button>
    </h2>
  )
}

interface MonthProps {
  /** YYYY-MM. */
  month: string
  nights: readonly Night[]
  /** The days on which entries clash. */
  clashes: ReadonlySet<string>
  today: string
  /** @param day YYYY-MM-DD */
  onChoose: (day: string) => void
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The days of a month, each a button. */
function Month({ month, nights, clashes, today, onChoose }: MonthProps) {
  const first = `${month}-01`
  const days = daysOf(month)
  const byDay = Map.groupBy(nights, ({ date }) => date)
  return (
    <div className={styles.month}>
      {weekdays.map((weekday) => (
        <span key={weekday} className={styles.weekday} aria-hidden="true">
          {weekday}
        </span>
      ))}
      {[...daysInBoth(days, days)].map((day) => (
        <button
          type="button"
          key={day}
          className={styles.day}
          data-print
          aria-label={[
            longDate(day),
            ...(byDay.get(day) ?? []).map(({ text }) => text),
            ...(clashes.has(day) ? ['clash'] : []),
          ].join(', ')}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => onChoose(day)}
          data-kind={byDay.get(day)?.[0]?.kind}
          data-clash={clashes.has(day) || undefined}
          style={
            day === first
              ? { gridColumnStart: new Date(`${day}T00:00:00Z`).getUTCDay() + 1 }
              : undefined
          }
        >
          {Number(day.slice(8))}
        </button>
      ))}
    </div>
  )
}
