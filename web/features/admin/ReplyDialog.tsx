import { useState } from 'react'
import type { Enquiry, ReplyTemplate } from '../../../api/contract/enquiries'
import { limits } from '../../../api/shared/limits'
import { fillTemplate, placeholders, valuesFor } from '../../../api/shared/reply-text'
import { Button, buttonClass } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { SelectField, TextArea, TextField } from '../../ui/Field'
import { replyAddress } from './enquiry-text'
import { RecordForm, SideNote, WholeRow } from './Panel'

interface ReplyDialogProps {
  enquiry: Enquiry
  bandName: string
  templates: readonly ReplyTemplate[]
  /** Whether the site can send the reply; otherwise the phone's mail program does. */
  canSend: boolean
  isBusy: boolean
  /** Why the last attempt has failed. */
  problem: string | undefined
  onSend: (text: string) => void
  /** Called when the text is handed to the mail program. */
  onMailtoOpened: () => void
  onTemplatesChange: (templates: ReplyTemplate[]) => void
  onClose: () => void
}

/** The templates with one more, which replaces one with the same title. */
const withTemplate = (templates: readonly ReplyTemplate[], added: ReplyTemplate) => [
  ...templates.filter(({ title }) => title !== added.title),
  added,
]

/** Writes a reply, from a template if one is chosen. */
export function ReplyDialog(props: ReplyDialogProps) {
  const { enquiry, bandName, templates, canSend, isBusy, problem } = props
  const { onSend, onMailtoOpened, onTemplatesChange, onClose } = props
  const [chosen, setChosen] = useState('')
  const [text, setText] = useState(`Hi ${enquiry.name},\n\n`)
  const [title, setTitle] = useState<string>()

  function choose(index: string) {
    setChosen(index)
    const template = templates[Number(index)]
    if (index !== '' && template) setText(fillTemplate(template.text, valuesFor(enquiry, bandName)))
  }

  function saveTemplate() {
    if (title?.trim()) onTemplatesChange(withTemplate(templates, { title: title.trim(), text }))
    setTitle(undefined)
  }

  return (
    <Dialog
      title={`Reply to ${enquiry.name}`}
      text={enquiry.email}
      onCancel={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          {canSend ? (
            <Button aria-disabled={isBusy || text.trim() === ''} onClick={() => onSend(text)}>
              {isBusy ? 'Sending…' : 'Send'}
            </Button>
          ) : (
            <a
              className={buttonClass()}
              href={replyAddress(enquiry, bandName, text)}
              onClick={onMailtoOpened}
            >
              Open in the mail program
            </a>
          )}
        </>
      }
    >
      <RecordForm onSubmit={(event) => event.preventDefault()}>
        {templates.length > 0 && (
          <SelectField
            label="Template"
            value={chosen}
            onChange={(event) => choose(event.currentTarget.value)}
            choices={{
              '': 'None',
              ...Object.fromEntries(templates.map((template, index) => [index, template.title])),
            }}
          />
        )}
        <WholeRow>
          <TextArea
            label="Reply"
            rows={9}
            maxLength={limits.message}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={problem}
          />
        </WholeRow>
        <WholeRow>
          {title === undefined ? (
            <Button
              variant="quiet"
              onClick={() => setTitle(templates[Number(chosen)]?.title ?? '')}
            >
              Save as a template…
            </Button>
          ) : (
            <>
              <TextField
                label="Name of the template"
                maxLength={limits.name}
                value={title}
                onChange={(event) => setTitle(event.currentTarget.value)}
              />
              <SideNote>
                Replace the details of this enquiry by placeholders:{' '}
                {Object.entries(placeholders)
                  .map(([name, meaning]) => `{${name}} for ${meaning}`)
                  .join(', ')}
                .
              </SideNote>
              <Button variant="quiet" onClick={saveTemplate}>
                Save
              </Button>
            </>
          )}
          {title === undefined && chosen !== '' && (
            <Button
              variant="quiet"
              onClick={() => {
                onTemplatesChange(templates.filter((_, index) => String(index) !== chosen))
                setChosen('')
              }}
            >
              Remove this template
            </Button>
          )}
        </WholeRow>
      </RecordForm>
    </Dialog>
  )
}
