import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, useState } from 'react'
import type { Away, AwayBody } from '../../../../api/contract/availability'
import { limits } from '../../../../api/shared/limits'
import { shortDate, weekdayOf } from '../../../../api/shared/show-dates'
import { callAdmin } from '../../../api-client/call'
import { deleteOnce } from '../../../api-client/problem'
import { TextField } from '../../../ui/Field'
import { DescribedList } from '../panel/DescribedList'
import { FormActions, FormNotice, RecordNotice } from '../panel/FormFoot'
import { Panel, Panes, RecordForm, Section } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { useStoredDraft } from '../records/draft-storage'
import { type Commitments, clashesIn, daysOf, nightsOf } from '../records/nights'
import { clearRecordKey, recordKey } from '../records/record-key'
import { addressOf, DayDialog, stretchOf } from './DayDialog'
import { Month, MonthChoice } from './Month'
import styles from './NightsPanel.module.css'

interface NightsPanelProps extends Commitments {
  /** The current day, as YYYY-MM-DD. */
  today: string
}

const noNightsOff = { from: '', to: '', note: '' }
/** The fragment of an address that is a month (YYYY-MM). */
const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/
const notAdded = 'The nights off could not be added.'

/** A month of shows, holds and nights off, and the form for nights off. */
export function NightsPanel({ shows, away, enquiries, today }: NightsPanelProps) {
  const reload = useReload()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [month, setMonth] = useState(monthPattern.test(hash) ? hash : today.slice(0, 7))
  const { isBusy, problem, notice, errors, save, saveFromList, clearMessages } = useSaving()
  const [draft, setDraft] = useStoredDraft('nights off', noNightsOff)
  const [chosen, setChosen] = useState<string>()
  const nights = nightsOf(daysOf(month), { shows, away, enquiries }, today)
  const clashes = clashesIn(nights)

  /** Shows a month, and puts it into the address, so that Back returns from a show to this month. */
  function showMonth(shown: string) {
    setMonth(shown)
    void navigate({ to: '.', hash: shown, replace: true })
  }

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
          <MonthChoice month={month} today={today} shows={shows} onChoose={showMonth} />
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
