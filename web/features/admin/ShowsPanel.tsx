import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminShow, Poster, Show, ShowBody } from '../../../api/contract/shows'
import { adminPaths } from '../../../api/shared/admin-map'
import { takesPlace } from '../../../api/shared/commitments'
import { longDate, stubOf } from '../../../api/shared/show-dates'
import { showHash, showOfHash } from '../../../api/shared/show-hash'
import { pages } from '../../../api/shared/site-map'
import { call } from '../../api-client/call'
import { adminApi } from '../../api-client/client'
import { conflictOf, deleteOnce } from '../../api-client/problem'
import { mergeValue, previewOf } from '../../offline/record-merge'
import { buttonClass } from '../../ui/Button'
import { ConflictDialog } from './ConflictDialog'
import { type ListedShow, type ShowDraft, useDrafts } from './drafts.store'
import { FormActions, FormNotice, RecordNotice } from './FormFoot'
import { ItemList } from './ItemList'
import { knownPlaces, rememberedAt } from './known-places'
import { NextSteps, nextStepsHash } from './NextSteps'
import { Actions, NewRecord, Panel, Panes, RecordForm } from './Panel'
import { RecordFields } from './RecordFields'
import { type Pending, submitRecord, waitingNotice } from './record-change'
import {
  bodyOf,
  conflictRows,
  hasSameTexts,
  mergeTexts,
  posterRow,
  showFields,
  textsOf,
} from './record-fields'
import { useRecordTab } from './record-tab.store'
import { ShowActions } from './ShowActions'
import { basicNames, ShowDetails, stateNames } from './ShowDetails'
import { showHints } from './show-hints'
import { showMarks } from './show-marks'
import { useRecordForm } from './use-record-form'
import type { Merged } from './use-storing'

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
  const { show: draft, begin, typeShow, editShow, repeatShow, rebaseShow, clearShow } = useDrafts()
  const suggestions = useMemo(() => knownPlaces(shows), [shows])
  /** The values that known venues have filled in. */
  const filled = useRef<ReturnType<typeof rememberedAt>>({})
  const hints = showHints(draft, shows, today)
  const [isUploading, setUploading] = useState(false)
  const [chosen, setChosen] = useState<{ show: ListedShow; askToDelete: () => void }>()
  const record = useRecordForm<ShowDraft, ListedShow, StoredShow>({
    kind: 'show',
    draft,
    send,
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
      original && original.status !== stored.status ? () => restore(stored, original) : undefined,
    clear: clearShow,
  })
  const { isBusy, errors, save, submit, remove, conflict } = record
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

  /** Changes a show without the form.
   * @param send `before` is the show as it was, to which the notice offers to return */
  function change(send: () => Promise<{ stored: StoredShow; before: ListedShow }>) {
    setChosen(undefined)
    void save('The show could not be changed.', async () => {
      try {
        const { stored, before } = await send()
        // The form may contain another show by now, or an older version of this one, which lacks somebody else's change.
        const { editId, version: formVersion } = useDrafts.getState().show
        if (editId === before._id && formVersion === before.version) rebaseShow(stored)
        if (stored.waitingKey !== undefined)
          return waitingNotice(describeShow(stored), stored.waitingKey)
        store(stored)
        const text = `Updated: ${describeShow(stored)}${notifiedText(before, stored)}`
        return { text, undo: () => restore(stored, before) }
      } finally {
        // After a conflict, too, so that the next attempt is based on the current version.
        void onChanged()
      }
    })
  }

  /** Reverses a change of a show. */
  const restore = (show: AdminShow, before: ListedShow) =>
    change(async () => {
      const body = bodyOfShow(before, show)
      return { stored: await submitShow(show, body, show.version, show._id), before: show }
    })

  const changeFields = (show: ListedShow, fields: Pick<ShowBody, 'status' | 'visibility'>) => {
    const send = async (before: ListedShow) => {
      const { _id: id, version, date, venue, city } = before
      return {
        stored: await submitShow(before, { date, venue, city, ...fields }, version, id),
        before,
      }
    }
    // If somebody else has changed only other fields, sends the change again, based on their version.
    const sendAgain = (error: unknown) => {
      const found = conflictOf<AdminShow>(error)
      if (found?.kind !== 'changed') throw error
      const { status, visibility } = found.current
      if (status !== show.status || visibility !== show.visibility) throw error
      return send(found.current)
    }
    change(() => send(show).catch(sendAgain))
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
    typeShow({ status: 'postponed' })
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
        <ItemList
          items={shows}
          noun="show"
          notice={notice}
          describe={describeShow}
          renderText={({ date, venue, city }) => (
            <>
              <span data-field="date">{longDate(date)} at</span>{' '}
              <span data-field="venue">{venue}</span>, <span data-field="city">{city}</span>
            </>
          )}
          renderLead={({ date }) => {
            const { weekday, day, month } = stubOf(date)
            return (
              <span data-field="date">
                {date.slice(0, 4) === today.slice(0, 4) ? weekday : date.slice(0, 4)} <b>{day}</b>{' '}
                {month}
              </span>
            )
          }}
          marksOf={showMarks}
          groupOf={({ date }) => (date < today ? 'Past' : 'Coming')}
          isCollapsed={(heading) => heading === 'Past'}
          editId={draft.editId}
          onEdit={edit}
          onDelete={remove}
          onMore={(show, askToDelete) => setChosen({ show, askToDelete })}
        />
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
              typeShow({ [name]: value, ...known })
            }}
          />
          <ShowDetails
            draft={draft}
            errors={errors}
            hints={hints}
            suggestions={suggestions}
            onType={typeShow}
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
        <RecordNotice message={record.notice} onClose={record.clearMessages} />
      </Panes>
      {chosen && (
        <ShowActions
          show={chosen.show}
          description={describeShow(chosen.show)}
          onStatus={(status) => changeFields(chosen.show, { status })}
          onPublish={() => changeFields(chosen.show, { visibility: 'public' })}
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

/** A stored show, with the number of subscriptions that get a message about its change; or one that waits on this phone. */
type StoredShow = AdminShow & Pending & { notified?: number | undefined }

/** Merges a draft into a newer version of its show. */
function mergeShow(typed: ShowDraft, current: AdminShow): Merged<ShowDraft> {
  const original = typed.original ?? current
  const { texts, overlaps } = mergeTexts(showFields, typed, original, current)
  const poster = mergeValue(original.poster, typed.poster, current.poster, isSamePoster)
  return {
    changes: { ...texts, poster: poster.value },
    overlaps: overlaps || poster.overlaps,
  }
}

const describeShow = ({ date, venue, city }: Pick<Show, 'date' | 'venue' | 'city'>) =>
  `${longDate(date)} at ${venue}, ${city}`

/** The number of people who are notified, as a sentence. Zero is mentioned only if the status has changed. */
function notifiedText(before: ListedShow, { status, notified }: StoredShow): string {
  // The change is no news, or the response of the write was lost.
  if (notified === undefined || (notified === 0 && status === before.status)) return ''
  if (notified === 0) return '. Nobody has asked to be told about it.'
  return notified === 1 ? '. One person is told.' : `. ${notified} people are told.`
}

const isSamePoster = (one: Poster | undefined, other: Poster | undefined) =>
  one?.src === other?.src && one?.alt.trim() === other?.alt

/** The body of a request that makes a stored show the same as an earlier one. */
const bodyOfShow = (show: ListedShow, stored: ListedShow): ShowBody => ({
  ...bodyOf(showFields, textsOf(showFields, show), stored),
  // An empty text clears a field, whatever the field contains.
  poster: show.poster ?? ('' as never),
  formerDate: show.formerDate ?? '',
})

function send(draft: ShowDraft): Promise<StoredShow> {
  const { editId, version, original, poster, ...typed } = draft
  const json: ShowBody = {
    ...bodyOf(showFields, typed, original),
    ...(poster && { poster }),
    // An empty text clears a field, whatever the field contains.
    ...(!poster && original?.poster && { poster: '' as never }),
  }
  return submitShow(original, json, version, editId)
}

/** Adds a show, or changes one.
 * @param before the show that is changed; undefined for a new one */
function submitShow(
  before: ListedShow | undefined,
  body: ShowBody,
  version: number | undefined,
  id = '',
): Promise<StoredShow> {
  const preview = previewOf({ slug: '', updatedAt: '', version: 1, ...before, _id: id }, body)
  const label = describeShow(preview)
  const change = { kind: 'show', id, body, version, label, preview, original: before } as const
  return submitRecord<AdminShow>(change)
}
