import { useEffect, useRef, useState } from 'react'
import type {
  Enquiry,
  EnquiryChange,
  EnquiryStatus,
  ReplyTemplate,
} from '../../../../api/contract/enquiries'
import { limits } from '../../../../api/shared/limits'
import {
  fillTemplate,
  placeholders,
  toTemplate,
  valuesFor,
} from '../../../../api/shared/reply-text'
import { useBand } from '../../../band/use-band'
import { Button, buttonClass, QuietButton } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { Dialog } from '../../../ui/Dialog'
import { SelectField, TextArea, TextField } from '../../../ui/Field'
import { FormNotice } from '../panel/FormFoot'
import { RecordForm, SideNote, WholeRow } from '../panel/Panel'
import type { ChangeMessage } from '../panel/use-saving'
import { useStoredDraft } from '../records/draft-storage'
import {
  changeTo,
  replyAddress,
  replyDraft,
  statusAfterReply,
  statusChoices,
  templateTextIn,
  withTemplateText,
} from './enquiry-text'
import styles from './ReplyDialog.module.css'
import type { useReplies } from './use-replies'

interface ReplyDialogProps {
  enquiry: Enquiry
  /** What else is on the night that the visitor asks for. */
  clashes: readonly string[]
  /** Undefined if they could not be loaded; then they can't be changed. */
  templates: readonly ReplyTemplate[] | undefined
  /** Whether the site can send the reply; otherwise the phone's mail program does. */
  canSend: boolean
  /** Whether the mail server has refused the last reply to the enquiry. */
  isRefused: boolean
  isBusy: boolean
  /** The result of the last attempt to send it, or to change the templates. */
  message: ChangeMessage | undefined
  /** The current day, as YYYY-MM-DD. */
  today: string
  /** @param change the status to set; empty if neither the person nor the template has chosen one */
  onSend: (text: string, change: EnquiryChange) => void
  /** Called when the mail program is opened, and when the dialog is closed after the reply was copied.
   * @param change the change to make once the reply is sent */
  onHandedOver: (change: EnquiryChange) => void
  onTemplateChange: ReturnType<typeof useReplies>['changeTemplate']
  onClose: () => void
}

/** Writes a reply, from a template if one is chosen. */
export function ReplyDialog(props: ReplyDialogProps) {
  const { enquiry, clashes, templates, canSend, isRefused, isBusy, message, today } = props
  const { onSend, onHandedOver, onTemplateChange, onClose } = props
  const { name: bandName } = useBand()
  /** The message that was shown before the dialog opened, which does not repeat it. */
  const [messageAtOpening] = useState(message)
  /** The title of the chosen template; an empty text for none. */
  const [chosen, setChosen] = useState('')
  const values = valuesFor(enquiry, bandName)
  const greeting = `Hi ${enquiry.name},\n\n`
  const [text, setText] = useStoredDraft(replyDraft(enquiry), greeting)
  const [isCopied, setCopied] = useState(false)
  const leave = () => (isCopied ? onHandedOver(change) : onClose())
  const shownMessage = message === messageAtOpening ? undefined : message

  const texts = new Map(templates?.map((one) => [one.title, fillTemplate(one.text, values)]))
  const [inserted, setInserted] = useState(() =>
    templateTextIn(text, [...texts.values()], greeting),
  )
  const begun = templates?.find(({ title }) => isTextOf(texts.get(title), inserted, greeting))
  const { status, chosenStatus, setStatus, setTemplate } = useStatusAfterwards(enquiry, begun)
  const change = changeTo(enquiry, status, today)

  function choose(name: string) {
    setChosen(name)
    setTemplate(templates?.find(({ title }) => title === name))
    const reply = withTemplateText(text, inserted, texts.get(name) ?? greeting, greeting)
    setInserted(reply.inserted)
    setText(reply.text)
  }

  function saveTemplate(title: string) {
    const own = chosenStatus && { status: chosenStatus }
    const added = { title, text: toTemplate(text, values), ...own }
    const isNew = !templates?.some((one) => one.title === title)
    onTemplateChange(title, added, `${isNew ? 'Saved' : 'Replaced'}: the template “${title}”`)
    setChosen('')
  }

  return (
    <Dialog
      title={`Reply to ${enquiry.name}`}
      text={[enquiry.email, ...clashes].join(' · ')}
      onCancel={leave}
      actions={
        <>
          <FormNotice message={shownMessage} />
          <QuietButton onClick={leave}>Close</QuietButton>
          {(!canSend || isRefused) && (
            <>
              <CopyButton label="Copy the reply" text={text} onCopied={() => setCopied(true)} />
              <a
                className={buttonClass(canSend ? 'quiet' : 'primary')}
                href={replyAddress(enquiry, bandName, text)}
                onClick={() => onHandedOver(change)}
              >
                Open in the mail program
              </a>
            </>
          )}
          {canSend && (
            <Button
              aria-disabled={isBusy || text.trim() === ''}
              onClick={() => onSend(text, chosenStatus ? change : {})}
            >
              {isBusy ? 'Sending…' : 'Send'}
            </Button>
          )}
        </>
      }
    >
      <RecordForm onSubmit={() => {}}>
        {templates && templates.length > 0 && (
          <SelectField
            label="Template"
            value={chosen}
            onChange={(event) => choose(event.currentTarget.value)}
            choices={{
              '': 'None',
              ...Object.fromEntries(templates.map(({ title }) => [title, title])),
            }}
          />
        )}
        <SelectField
          label="Status afterwards"
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as EnquiryStatus)}
          choices={Object.fromEntries(statusChoices(enquiry))}
        />
        <WholeRow>
          <TextArea
            label="Reply"
            rows={9}
            maxLength={limits.message}
            value={text}
            // The mail would lack text that is typed while it is sent.
            readOnly={isBusy}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </WholeRow>
        <WholeRow>
          <SideNote>{enquiry.name} wrote:</SideNote>
          <blockquote className={styles.message}>{enquiry.message}</blockquote>
        </WholeRow>
        {templates && (
          <TemplateActions
            chosen={chosen}
            onSave={saveTemplate}
            onRemove={() => {
              onTemplateChange(chosen, undefined, `Removed: the template “${chosen}”`)
              setChosen('')
            }}
          />
        )}
      </RecordForm>
    </Dialog>
  )
}

/** Whether a reply begins with the text of a template, with or without its greeting. */
const isTextOf = (text: string | undefined, inserted: string, greeting: string) =>
  inserted !== '' && (text === inserted || text?.replace(greeting, '') === inserted)

/** The status that the enquiry gets with the reply: the one that the person has picked, or that of the template, if the enquiry
 * can get it.
 * @param begun the template with which the reply was begun
 * @returns `chosenStatus`: undefined if it is only the usual one */
function useStatusAfterwards(enquiry: Enquiry, begun: ReplyTemplate | undefined) {
  const [picked, setStatus] = useState<EnquiryStatus>()
  const [template, setTemplate] = useState(begun)
  const possible = new Map(statusChoices(enquiry))
  const ofTemplate = template?.status && possible.has(template.status) ? template.status : undefined
  const chosenStatus = picked ?? ofTemplate
  return { status: chosenStatus ?? statusAfterReply(enquiry), chosenStatus, setStatus, setTemplate }
}

interface TemplateActionsProps {
  /** The title of the chosen template; an empty text for none. */
  chosen: string
  onSave: (title: string) => void
  onRemove: () => void
}

/** Saves the reply as a template, or removes the chosen one. */
function TemplateActions({ chosen, onSave, onRemove }: TemplateActionsProps) {
  const [title, setTitle] = useState<string>()
  const row = useRef<HTMLDivElement>(null)
  const isNaming = title !== undefined
  useEffect(() => {
    if (isNaming) row.current?.querySelector('input')?.focus()
  }, [isNaming])

  function save() {
    const name = title?.trim()
    if (!name) return
    onSave(name)
    setTitle(undefined)
  }

  return (
    <WholeRow ref={row}>
      {title === undefined ? (
        <QuietButton onClick={() => setTitle(chosen)}>Save as a template…</QuietButton>
      ) : (
        <>
          <TextField
            label="Name of the template"
            maxLength={limits.name}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <SideNote>
            The details of this enquiry become placeholders:{' '}
            {Object.entries(placeholders)
              .map(([name, meaning]) => `{${name}} for ${meaning}`)
              .join(', ')}
            .
          </SideNote>
          <QuietButton onClick={save}>Save</QuietButton>
        </>
      )}
      {title === undefined && chosen !== '' && (
        <QuietButton onClick={onRemove}>Remove this template</QuietButton>
      )}
    </WholeRow>
  )
}
