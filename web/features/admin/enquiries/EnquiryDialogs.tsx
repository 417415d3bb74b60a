import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type {
  Enquiry,
  EnquiryChange,
  ReplyTemplatesResponse,
} from '../../../../api/contract/enquiries'
import { isFocusLost } from '../panel/focus-recovery'
import { storeDraft } from '../records/draft-storage'
import { EnquiryActions } from './EnquiryActions'
import { afterChange, replyDraft, statusAfterReply } from './enquiry-text'
import { ReplyDialog } from './ReplyDialog'
import { type InboxQuery, isIn } from './use-enquiry-pages'
import type { useInbox } from './use-inbox'

interface Dependencies {
  query: InboxQuery
  inbox: ReturnType<typeof useInbox>
  /** The panel whose headings get the focus when the button that opened a dialog is gone. */
  panel: RefObject<HTMLElement | null>
  /** Selects the neighbour of the enquiry at an index, which is about to leave the box. */
  selectNeighbour: (index: number) => void
}

/** The dialog that is open for an enquiry, and the changes after which it closes. */
export function useEnquiryDialogs({ query, inbox, panel, selectNeighbour }: Dependencies) {
  const { shown } = inbox
  const [opened, setOpened] = useState<{ enquiry: Enquiry; dialog: 'actions' | 'reply' }>()
  const close = () => setOpened(undefined)

  /** Closes the dialog. If the button that opened it is gone, focuses a nearby heading.
   * @param isLeaving whether the enquiry leaves the box; then the next one is selected */
  function closeNear(index: number, isLeaving: boolean) {
    // At once, because the focus stays in the dialog until it is removed.
    flushSync(() => {
      close()
      if (isLeaving) selectNeighbour(index)
    })
    if (!isFocusLost()) return
    const all = panel.current?.querySelectorAll<HTMLElement>('h2[id^="enquiry-"]') ?? []
    // Wide windows display only the selected one.
    const names = [...all].filter((name) => name.checkVisibility())
    const rows = panel.current?.querySelectorAll<HTMLElement>('button[id^="row-"]') ?? []
    const next = names[Math.min(index, names.length - 1)] ?? rows[Math.min(index, rows.length - 1)]
    ;(next ?? panel.current?.querySelector<HTMLElement>('h1'))?.focus()
  }

  return {
    /** The open dialog. Its enquiry is the present one, which another person may have changed since the dialog was opened. */
    opened: opened && {
      ...opened,
      enquiry: shown.find(({ _id }) => _id === opened.enquiry._id) ?? opened.enquiry,
    },
    close,

    open(enquiry: Enquiry, dialog: 'actions' | 'reply') {
      // The dialog shows problems of its own; an offered undo returns when it is closed.
      if (inbox.message?.kind === 'problem') inbox.clearMessages()
      setOpened({ enquiry, dialog })
    },

    /** @param staysOpen whether the dialog stays open as long as the list contains the enquiry
     * @returns whether the change was stored, or waits on this device */
    async change(enquiry: Enquiry, json: EnquiryChange, staysOpen = false): Promise<boolean> {
      const index = shown.indexOf(enquiry)
      const isLeaving = !isIn(query, afterChange(enquiry, json))
      const isStored = await inbox.change(enquiry, json)
      if (isStored && (isLeaving || !staysOpen)) closeNear(index, isLeaving)
      return isStored
    },

    /** Sends a reply.
     * @param json the change that the band has chosen for it */
    async send(enquiry: Enquiry, text: string, json: EnquiryChange) {
      const index = shown.indexOf(enquiry)
      if (!(await inbox.reply(enquiry, text, json))) return
      storeDraft(replyDraft(enquiry), undefined)
      const replied = afterChange(enquiry, { status: statusAfterReply(enquiry), ...json })
      closeNear(index, !isIn(query, replied))
    },

    remove(enquiry: Enquiry) {
      // Another change is being sent; the dialog stays.
      if (inbox.isBusy) return
      const index = shown.indexOf(enquiry)
      inbox.remove(enquiry)
      closeNear(index, true)
    },
  }
}

interface EnquiryDialogsProps {
  dialogs: ReturnType<typeof useEnquiryDialogs>
  inbox: ReturnType<typeof useInbox>
  hasShow: (enquiry: Enquiry) => boolean
  /** What else is on the night that an enquiry asks for. */
  clashesOf: (enquiry: Enquiry) => readonly string[]
  replyTemplates: ReplyTemplatesResponse | undefined
  /** The current day, as YYYY-MM-DD. */
  today: string
}

/** The dialog that is open: the actions for an enquiry, or the reply to it. */
export function EnquiryDialogs(props: EnquiryDialogsProps) {
  const { dialogs, inbox, hasShow, clashesOf, replyTemplates, today } = props
  const { opened, close } = dialogs
  if (!opened) return null
  const { enquiry, dialog } = opened
  const problem = inbox.message?.kind === 'problem' ? inbox.message : undefined
  return dialog === 'actions' ? (
    <EnquiryActions
      enquiry={enquiry}
      hasShow={hasShow(enquiry)}
      clashesOn={(date) => clashesOf({ ...enquiry, date })}
      today={today}
      problem={problem}
      onChange={(json, staysOpen) => dialogs.change(enquiry, json, staysOpen)}
      onMakeShow={async (show) => {
        if (await inbox.makeShow(enquiry, show)) close()
      }}
      onDelete={() => dialogs.remove(enquiry)}
      onClose={close}
    />
  ) : (
    <ReplyDialog
      enquiry={enquiry}
      clashes={clashesOf(enquiry)}
      templates={replyTemplates?.templates}
      canSend={replyTemplates?.canSend ?? false}
      isRefused={inbox.refusedId === enquiry._id}
      isBusy={inbox.isBusy}
      message={inbox.message}
      today={today}
      onSend={(text, change) => void dialogs.send(enquiry, text, change)}
      onHandedOver={(change) => {
        close()
        inbox.remindToMark(enquiry, change)
      }}
      onTemplateChange={inbox.changeTemplate}
      onClose={close}
    />
  )
}
