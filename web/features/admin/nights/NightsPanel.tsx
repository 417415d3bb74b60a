import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, useState } from 'react'
import { takesPlace } from '../../../../api/shared/commitments'
import { limits } from '../../../../api/shared/limits'
import { shortDate, weekdayOf } from '../../../../api/shared/show-dates'
import { TextField } from '../../../ui/Field'
import { DescribedList } from '../panel/DescribedList'
import { FormActions, FormNotice, RecordNotice } from '../panel/FormFoot'
import { Panel, Panes, RecordForm, Section } from '../panel/Panel'
import { type Commitments, clashesIn, daysOf, type Night, nightsOf } from '../records/nights'
import { addressOf, DayDialog, stretchOf } from './DayDialog'
import { Month, MonthChoice } from './Month'
import styles from './NightsPanel.module.css'
import { useNightsOff } from './use-nights-off'

interface NightsPanelProps extends Commitments {
  /** The current day, as YYYY-MM-DD. */
  today: string
}

/** The fragment of an address that is a month (YYYY-MM). */
const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/

/** A month of shows, holds and nights off, and the form for nights off. */
export function NightsPanel({ shows, away, enquiries, today }: NightsPanelProps) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [month, setMonth] = useState(monthPattern.test(hash) ? hash : today.slice(0, 7))
  const { draft, changeDraft, submit, add, remove, ...saving } = useNightsOff()
  const [chosen, setChosen] = useState<string>()
  const nights = nightsOf(daysOf(month), { shows, away, enquiries }, today)
  const clashes = clashesIn(nights)

  /** Shows a month, and puts it into the address, so that Back returns from a show to this month. */
  function showMonth(shown: string) {
    setMonth(shown)
    void navigate({ to: '.', hash: shown, replace: true })
  }

  async function addNightsOff() {
    const { from } = draft
    const { pathname } = window.location
    const isAdded = await submit()
    // Another page may have been opened meanwhile.
    if (isAdded && window.location.pathname === pathname) showMonth(from.slice(0, 7))
  }

  const field = (name: keyof typeof draft) => ({
    name,
    value: draft[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      changeDraft({ [name]: value }),
  })

  return (
    <Panel title="Nights">
      <Panes>
        <div>
          <MonthChoice month={month} today={today} shows={shows} onChoose={showMonth} />
          <Month
            month={month}
            nights={nights}
            clashes={clashes}
            today={today}
            onChoose={setChosen}
          />
          <NightList nights={nights} clashes={clashes} />
        </div>
        <RecordForm
          newHeading="Nights off"
          errors={saving.errors}
          onSubmit={() => void addNightsOff()}
        >
          <TextField
            label="First night"
            type="date"
            hint={questionAbout(draft, shows)}
            required
            {...field('from')}
          />
          <TextField
            label="Last night"
            type="date"
            min={draft.from}
            help="Empty for one night."
            {...field('to')}
          />
          <TextField label="Reason (only you see it)" maxLength={limits.note} {...field('note')} />
          <FormNotice message={saving.problem} />
          <FormActions submit="Add nights off" isBusy={saving.isBusy} onCancel={undefined} />
        </RecordForm>
        <RecordNotice message={saving.notice} onClose={saving.clearMessages} />
      </Panes>
      {chosen !== undefined && (
        <DayDialog
          day={chosen}
          nights={nights.filter(({ date }) => date === chosen)}
          away={away.filter(({ from, to }) => from <= chosen && chosen <= to)}
          onNightOff={() => {
            setChosen(undefined)
            add({ from: chosen, to: chosen })
          }}
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
            textOf={(one) => [stretchOf(one), one.note, one.waiting].filter(Boolean).join(' · ')}
            actionsOf={(one) => [['Delete', () => remove(one)]]}
            isBusy={saving.isBusy}
          />
        </Section>
      )}
    </Panel>
  )
}

/** The question about shows on these nights; empty if there are none. The nights can still be added. */
function questionAbout({ from, to }: { from: string; to: string }, shows: Commitments['shows']) {
  if (from === '') return ''
  const playedNights = shows
    .filter((show) => from <= show.date && show.date <= (to || from) && takesPlace(show))
    .map(({ date, venue }) => `${shortDate(date)} at ${venue}`)
    .join(' and on ')
  return playedNights && `You play on ${playedNights}. Is that right?`
}

interface NightListProps {
  nights: readonly Night[]
  /** The days (YYYY-MM-DD) on which the band would have to be at more than one place. */
  clashes: ReadonlySet<string>
}

const NightList = ({ nights, clashes }: NightListProps) => (
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
)
