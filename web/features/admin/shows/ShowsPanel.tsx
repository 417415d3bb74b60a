import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminShow } from '../../../../api/contract/shows'
import { adminPaths } from '../../../../api/shared/admin-map'
import { takesPlace } from '../../../../api/shared/commitments'
import { privateDayOfHash, showHash, showOfHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { buttonClass } from '../../../ui/Button'
import { RecordNotice } from '../panel/FormFoot'
import { Actions, NewRecord, Panel, Panes } from '../panel/Panel'
import { ConflictDialog } from '../records/ConflictDialog'
import { draftOf, type ListedShow, type ShowDraft, useDrafts } from '../records/drafts.store'
import { useRecordTab } from '../records/record-tab.store'
import type { ListUpdates } from '../records/use-record-writes'
import { NextSteps, nextStepsHash } from './NextSteps'
import { ShowActions } from './ShowActions'
import { ShowForm } from './ShowForm'
import { ShowList } from './ShowList'
import { describeShow, rowsOfShows } from './show-change'
import type { Plans } from './show-hints'
import { useShowRecord } from './use-show-record'

interface ShowsPanelProps extends ListUpdates<AdminShow> {
  shows: readonly ListedShow[]
  /** The nights off. */
  away: Plans['away']
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: string
  /** The notice that the list failed to load or is still loading; undefined otherwise. */
  notice: ReactNode
}

/** The shows of the band, their form, and what is set by one press. */
export function ShowsPanel(props: ShowsPanelProps) {
  const { shows, away, today, notice, onStored, onRemoved } = props
  const { show: draft, begin, type, editRecord, beginShow, repeatShow } = useDrafts()
  const [chosen, setChosen] = useState<{ show: ListedShow; askToDelete: () => void }>()
  const record = useShowRecord({ onStored, onRemoved })
  const { conflict } = record
  const { hash } = useLocation()
  const tonight = shows.find((show) => show.date === today && takesPlace(show) && show.setList)

  const edit = (show: ListedShow, field?: string) =>
    record.open(() => editRecord('show', show), show, field)
  useLinkedShow(shows, edit, (date) =>
    record.open(() => beginShow({ date, visibility: 'private' })),
  )

  function change(fields: Partial<ShowDraft>) {
    setChosen(undefined)
    if (chosen) record.change({ ...draftOf.show(chosen.show), ...fields })
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
    edit(show, 'date')
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
          onDelete={record.remove}
          onMore={(show, askToDelete) => setChosen({ show, askToDelete })}
        />
        <ShowForm record={record} shows={shows} away={away} today={today} />
        <RecordNotice message={record.notice} onClose={record.clearMessages} />
      </Panes>
      {chosen && (
        <ShowActions
          show={chosen.show}
          description={describeShow(chosen.show)}
          onStatus={(status) => change({ status })}
          onPublish={() => change({ visibility: '' })}
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
          rows={conflict.current && rowsOfShows(conflict.mine, conflict.current)}
          conflict={conflict}
        />
      )}
    </Panel>
  )
}

/** Opens the show that the address names, because its public page links to its record here; or begins a private show on the
 * day that the address names.
 * @param beginOn called with the day, YYYY-MM-DD */
function useLinkedShow(
  shows: readonly ListedShow[],
  edit: (show: ListedShow) => void,
  beginOn: (day: string) => void,
) {
  const router = useRouter()
  // The panel is still mounted while the page of another address is loaded.
  const { hash, pathname } = useLocation()
  const isHere = pathname === pages.admin.path
  const linkedId = showOfHash(hash)
  const linked = linkedId && shows.find(({ _id }) => _id === linkedId)
  const day = privateDayOfHash(hash)
  useEffect(() => {
    if (!isHere || (!linked && !day)) return
    flushSync(() => useRecordTab.getState().choose('Shows'))
    if (linked) edit(linked)
    else if (day) beginOn(day)
    void router.navigate({ to: pages.admin.path, hash: '', replace: true })
  })
}
