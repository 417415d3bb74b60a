import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminShow } from '../../../../api/contract/shows'
import { adminPaths } from '../../../../api/shared/admin-map'
import { takesPlace } from '../../../../api/shared/commitments'
import { newShowOfHash, showHash, showOfHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { QuietLink } from '../../../ui/ButtonLink'
import { RecordNotice } from '../panel/FormFoot'
import { Actions, NewRecord, Panel, Panes } from '../panel/Panel'
import { RecordConflictDialog } from '../records/ConflictDialog'
import { draftOf, type ListedShow, type ShowDraft, useDrafts } from '../records/drafts.store'
import { showFields } from '../records/record-fields'
import { useRecordTab } from '../records/record-tab.store'
import type { ListUpdates } from '../records/use-storing'
import { NextShow } from './NextShow'
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
  const { hash } = useLocation()
  const tonight = shows.find(
    (show) => show.date === today && takesPlace(show) && show.setList?.length,
  )

  const edit = (show: ListedShow, field?: string) =>
    record.open(() => editRecord('show', show), show, field)
  useLinkedShow(shows, edit, (fields) => record.open(() => beginShow(fields)))

  /** @param done the beginning of the notice, such as 'Published' */
  function change(fields: Partial<ShowDraft>, done: string) {
    setChosen(undefined)
    if (chosen) void record.change({ ...draftOf.show(chosen.show), ...fields }, done)
  }

  function publish(show: ListedShow) {
    // The venue and the city of an enquiry's show may be guesses of the site.
    if (show.enquiryId === undefined) return change({ visibility: '' }, 'Published')
    closeActions()
    record.open(() => editRecord('show', show), show, 'venue', checkPlaceHint)
    type('show', { visibility: '' })
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
    // A show that is postponed again moves from its present date. While that is its date, too, it has no new one.
    type('show', { status: 'postponed', ...(show.formerDate && { formerDate: show.date }) })
  }

  return (
    <Panel title="Admin Page">
      {hash === nextStepsHash && <NextSteps />}
      <Panes>
        <Actions>
          <NewRecord onClick={() => record.open(() => begin('show'))}>New show</NewRecord>
          <QuietLink to={adminPaths.nights}>Nights</QuietLink>
          {tonight && (
            <QuietLink to={adminPaths.stage} hash={showHash(tonight._id)}>
              Tonight’s set list
            </QuietLink>
          )}
          <NextShow shows={shows} today={today} onEdit={edit} />
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
          isPast={chosen.show.date < today}
          description={describeShow(chosen.show)}
          onStatus={(status) =>
            change({ status }, showFields.status.choices?.[status] ?? 'Updated')
          }
          onPublish={() => publish(chosen.show)}
          onPaid={() => change({ isPaid: 'true' }, 'Paid')}
          onPostpone={() => postpone(chosen.show)}
          onRepeat={() => repeat(chosen.show)}
          onDelete={() => {
            closeActions()
            chosen.askToDelete()
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
      <RecordConflictDialog noun="show" conflict={record.conflict} rowsOf={rowsOfShows} />
    </Panel>
  )
}

const checkPlaceHint =
  'This show was made from an enquiry. Check the venue and the city before everybody sees them.'

/** Opens the show that the fragment of the address names, to which public pages link, or the form for the new show that it
 * asks for. */
function useLinkedShow(
  shows: readonly ListedShow[],
  edit: (show: ListedShow) => void,
  begin: (fields: Partial<ShowDraft>) => void,
) {
  const router = useRouter()
  // The panel is still mounted while the page of another address is loaded.
  const { hash, pathname } = useLocation()
  const isHere = pathname === pages.admin.path
  const linkedId = showOfHash(hash)
  const linked = linkedId && shows.find(({ _id }) => _id === linkedId)
  const added = newShowOfHash(hash)
  /** The fragment whose show was opened. While a form is open, the fragment stays in the address for some renders. */
  const followed = useRef('')
  useEffect(() => {
    const isToFollow = isHere && Boolean(linked || added)
    const isFollowed = followed.current === hash
    followed.current = isToFollow ? hash : ''
    if (!isToFollow || isFollowed) return
    flushSync(() => useRecordTab.getState().choose('Shows'))
    if (linked) edit(linked)
    else if (added) begin(added)
    void router.navigate({ to: pages.admin.path, hash: '', replace: true })
  })
}
