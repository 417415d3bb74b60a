import { useId, useRef, useState } from 'react'
import { limits } from '../../../api/contract/limits'
import type { PostedEnquiry } from '../../../api/contract/page'
import type { OutboxEntry } from '../../offline/database'
import { removeFromOutbox } from '../../offline/outbox'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextArea, TextField } from '../../ui/Field'
import { Notice } from '../../ui/Notice'
import styles from './BookingForm.module.css'
import { Outbox } from './Outbox'
import { success, useEnquiry } from './use-enquiry'

/** The set list taped to the amplifier. Without scripts it is sent as any form.
 * @param posted what became of it then */
export function BookingForm({ posted }: { posted: PostedEnquiry | undefined }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { sending, message, errors, hasText, submit, noteText, put, clear, letGo } = useEnquiry(
    form,
    posted,
  )
  const [replacement, setReplacement] = useState<OutboxEntry>()

  /** Brings a message that was refused back into the form. */
  function take(entry: OutboxEntry) {
    setReplacement(undefined)
    put({ name: entry.name, email: entry.email, message: entry.message })
    void removeFromOutbox(entry.key)
    form.current?.querySelector('input')?.focus()
  }

  /** As the server writes it. Given to the browser as well, it would take the place of what was typed meanwhile. */
  const written = (text: string | undefined) =>
    import.meta.env.SSR ? { defaultValue: text } : { suppressHydrationWarning: true }

  const edit = (entry: OutboxEntry) => (hasText ? setReplacement(entry) : take(entry))

  return (
    <div>
      <div className={styles.setlist}>
        <form
          ref={form}
          className={styles.form}
          // Never by GET: a message is no part of an address.
          method="post"
          action="/BookUs#answer"
          onSubmit={submit}
          onInput={noteText}
          aria-labelledby={`${id}-title`}
        >
          <span id={`${id}-title`} hidden>
            Booking enquiry
          </span>
          <TextField
            label="Name"
            name="name"
            {...written(posted?.name)}
            autoComplete="name"
            maxLength={limits.line}
            error={errors['name']}
            required
          />
          <TextField
            label="Email"
            name="email"
            {...written(posted?.email)}
            type="email"
            autoComplete="email"
            maxLength={limits.email}
            error={errors['email']}
            required
          />
          <TextArea
            label="Message"
            name="message"
            {...written(posted?.message)}
            rows={4}
            maxLength={limits.message}
            error={errors['message']}
            required
          />
          {/* No person sees it; programs fill whatever there is. */}
          <div className={styles.trap} aria-hidden="true">
            <label>
              Leave this empty
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <div className={styles.foot} id="answer">
            <Button type="submit" aria-disabled={sending !== undefined}>
              {sending === undefined ? 'Submit' : 'Sending...'}
            </Button>
            {hasText && sending === undefined && (
              <button type="button" className={styles.clear} onClick={clear}>
                Clear
              </button>
            )}
            {message === success && (
              <span className={styles.stamp} aria-hidden="true">
                Sent
              </span>
            )}
          </div>
          <Notice message={message} />
          <p className={styles.privacy}>
            Only the band reads your message, to answer you. We delete it if you ask us to.
          </p>
        </form>
      </div>
      <Outbox hiddenKey={sending} onEdit={edit} onRemove={letGo} />
      {replacement && (
        <ConfirmDialog
          title="Replace what you are writing?"
          text="The form holds a text that was not sent."
          confirm="Replace"
          onCancel={() => setReplacement(undefined)}
          onConfirm={() => take(replacement)}
        />
      )}
    </div>
  )
}
