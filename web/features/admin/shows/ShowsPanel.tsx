import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminShow, ShowBody } from '../../../../api/contract/shows'
import { adminPaths } from '../../../../api/shared/admin-map'
import { takesPlace } from '../../../../api/shared/commitments'
import { longDate, stubOf } from '../../../../api/shared/show-dates'
import { showHash, showOfHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { call } from '../../../api-client/call'
import { adminApi } from '../../../api-client/client'
import { deleteOnce } from '../../../api-client/problem'
import { buttonClass } from '../../../ui/Button'
import { FormActions, FormNotice, RecordNotice } from '../panel/FormFoot'
import { NextSteps, nextStepsHash } from '../panel/NextSteps'
import { Actions, NewRecord, Panel, Panes, RecordForm } from '../panel/Panel'
import { ConflictDialog } from '../records/ConflictDialog'
import { type ListedShow, type ShowDraft, useDrafts } from '../records/drafts.store'
import { ItemList } from '../records/ItemList'
import { RecordFields } from '../records/RecordFields'
import { conflictRows, hasSameTexts, posterRow, showFields } from '../records/record-fields'
import { useRecordTab } from '../records/record-tab.store'
import { useRecordForm } from '../records/use-record-form'
import { knownPlaces, rememberedAt } from './known-places'
import { ShowActions } from './ShowActions'
import { basicNames, ShowDetails, stateNames } from './ShowDetails'
import {
  describeShow,
  isSamePoster,
  mergeShow,
  notifiedText,
  type StoredShow,
  sendShow,
  showChanges,
} from './show-change'
import { showHints } from './show-hints'
import { showMarks } from './show-marks'

interface ShowsPanelProps {
  shows: readonly ListedShow[]
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: string
  /** The notice that the list failed to load or is still loading; undefined otherwise. */
  notice: ReactNode
  /** Called with each stored show. */
  onStored: (show: AdminShow) => void
  onRemoved: (id: string) => void
  /** Called after each change, to read the list again. */
  onChanged: () => Promise<void>
}

/** Headings of the form for a new show, by visibility. */
const newHeadings: Readonly<Record<string, string>> = {
  draft: 'New draft',
  private: 'New private show',
}

export function ShowsPanel(props: ShowsPanelProps) {
  const { shows, today, notice, onStored, onRemoved, onChanged } = props
  const { show: draft, begin, type, editShow, repeatShow, clear } = useDrafts()
  const [chosen, setChosen] = useState<{ show: ListedShow; askToDelete: () => void }>()
  const record = useRecordForm<ShowDraft, ListedShow, StoredShow>({
    kind: 'show',
    draft,
    send: sendShow,
    describe: describeShow,
    noticeSuffix: ({ original }, stored) => (original ? notifiedText(original, stored) : ''),
    onStored: store,
    onRemoved,
    onChanged,
    remove: ({ _id: id }) =>
      deleteOnce(call(adminApi(), 'DELETE /api/shows/{id}', { parameters: { id } })),
    isSame: (typed, show) =>
      hasSameTexts(showFields, typed, show) && isSamePoster(typed.poster, show.poster),
    isComplete: () => true,
    merge: mergeShow,
    undoOf: ({ original }, stored) =>
      original && original.status !== stored.status
        ? () => changes.restore(stored, original)
        : undefined,
    clear: () => clear('show'),
  })
  const { save, remove, conflict } = record
  const changes = showChanges({ save, onStored: store, onChanged })
  const tonight = shows.find((show) => show.date === today && takesPlace(show) && show.setList)

  function store({ notified: _, waitingKey: __, ...show }: StoredShow) {
    onStored(show)
  }

  const edit = (show: ListedShow, field?: string) => record.open(() => editShow(show), show, field)

  // A show's public page links to its record here.
  const router = useRouter()
  const { hash } = useLocation()
  const linkedId = showOfHash(hash)
  const linked = linkedId && shows.find(({ _id }) => _id === linkedId)
  useEffect(() => {
    if (!linked) return
    flushSync(() => useRecordTab.getState().choose('Shows'))
    edit(linked)
    void router.navigate({ to: pages.admin.path, hash: '', replace: true })
  })

  function change(fields: Pick<ShowBody, 'status' | 'visibility'>) {
    setChosen(undefined)
    if (chosen) changes.changeFields(chosen.show, fields)
  }

  /** Removes the dialog before the form gets the focus: when the dialog is removed, it returns the focus to the button that
   * opened it. */
  const closeActions = () => flushSync(() => setChosen(undefined))

  function repeat(show: ListedShow) {
    closeActions()
    record.open(() => repeatShow(show))
  }

  function postpone(show: ListedShow) {
    closeActions()
    edit(show)
    type('show', { status: 'postponed' })
  }

  return (
    <Panel title="Admin Page">
      {hash === nextStepsHash && <NextSteps />}
      <Panes>
        <Actions>
          <NewRecord onClick={() => record.open(() => begin('show'))}>New show</NewRecord>
          <Link className={buttonClass('quiet')} to={adminPaths.nights}>
            Nights
          </Link>
          {tonight && (
            <Link
              className={buttonClass('quiet')}
              to={adminPaths.stage}
              hash={showHash(tonight._id)}
            >
              Tonight’s set list
            </Link>
          )}
        </Actions>
        <ShowList
          shows={shows}
          today={today}
          notice={notice}
          editId={draft.editId}
          onEdit={edit}
          onDelete={remove}
          onMore={(show, askToDelete) => setChosen({ show, askToDelete })}
        />
        <ShowForm record={record} shows={shows} today={today} />
        <RecordNotice message={record.notice} onClose={record.clearMessages} />
      </Panes>
      {chosen && (
        <ShowActions
          show={chosen.show}
          description={describeShow(chosen.show)}
          onStatus={(status) => change({ status })}
          onPublish={() => change({ visibility: 'public' })}
          onPostpone={() => postpone(chosen.show)}
          onRepeat={() => repeat(chosen.show)}
          onDelete={() => {
            closeActions()
            chosen.askToDelete()
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
      {conflict && (
        <ConflictDialog
          noun="show"
          editor={conflict.current?.lastChange?.by}
          rows={
            conflict.current && [
              ...conflictRows(showFields, conflict.mine, conflict.current, (value, { type }) =>
                type === 'date' ? longDate(value) : value,
              ),
              posterRow(conflict.mine.poster, conflict.current.poster),
            ]
          }
          conflict={conflict}
        />
      )}
    </Panel>
  )
}

type ShowListProps = Pick<
  ComponentProps<typeof ItemList<ListedShow>>,
  'notice' | 'editId' | 'onEdit' | 'onDelete' | 'onMore'
> & { shows: readonly ListedShow[]; today: string }

const ShowList = ({ shows, today, ...list }: ShowListProps) => (
  <ItemList
    {...list}
    items={shows}
    noun="show"
    describe={describeShow}
    renderText={({ date, venue, city }) => (
      <>
        <span data-field="date">{longDate(date)} at</span> <span data-field="venue">{venue}</span>,{' '}
        <span data-field="city">{city}</span>
      </>
    )}
    renderLead={({ date }) => {
      const { weekday, day, month } = stubOf(date)
      return (
        <span data-field="date">
          {date.slice(0, 4) === today.slice(0, 4) ? weekday : date.slice(0, 4)} <b>{day}</b> {month}
        </span>
      )
    }}
    marksOf={showMarks}
    groupOf={({ date }) => (date < today ? 'Past' : 'Coming')}
    isCollapsed={(heading) => heading === 'Past'}
  />
)

interface ShowFormProps {
  record: ReturnType<typeof useRecordForm<ShowDraft, ListedShow, StoredShow>>
  shows: readonly ListedShow[]
  today: string
}

function ShowForm({ record, shows, today }: ShowFormProps) {
  const { show: draft, type } = useDrafts()
  const { isBusy, errors, submit } = record
  const suggestions = useMemo(() => knownPlaces(shows), [shows])
  /** The values that known venues have filled in. */
  const filled = useRef<ReturnType<typeof rememberedAt>>({})
  const hints = showHints(draft, shows, today)
  const [isUploading, setUploading] = useState(false)
  return (
    <RecordForm
      ref={record.form}
      editedName={draft.original && describeShow(draft.original)}
      isAdding={record.isAdding}
      newHeading={newHeadings[draft.visibility] ?? 'New show'}
      lastChange={draft.original?.lastChange}
      onSubmit={(event) => (isUploading ? event.preventDefault() : submit(event))}
    >
      <RecordFields
        fields={showFields}
        names={draft.editId ? [...stateNames, ...basicNames] : basicNames}
        values={draft}
        errors={errors}
        hints={hints}
        suggestions={suggestions}
        onType={(name, value) => {
          const isNewVenue = name === 'venue' && !draft.editId
          const known = isNewVenue ? rememberedAt(value, shows, draft, filled.current) : {}
          Object.assign(filled.current, known)
          type('show', { [name]: value, ...known })
        }}
      />
      <ShowDetails
        draft={draft}
        errors={errors}
        hints={hints}
        suggestions={suggestions}
        onType={(changes) => type('show', changes)}
        isUploading={isUploading}
        setUploading={setUploading}
      />
      <FormNotice message={record.problem} />
      <FormActions
        submit={draft.editId ? 'Update Show' : 'Add Show'}
        isBusy={isBusy || isUploading}
        onCancel={record.cancel}
      />
    </RecordForm>
  )
}
