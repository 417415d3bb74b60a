import { type FormEvent, useId, useRef, useState } from 'react'
import { openApi } from '../../http/client'
import { fieldErrors } from '../../http/problem'
import { Button } from '../../ui/Button'
import { TextArea, TextField } from '../../ui/Field'
import { NeedsScripts } from '../../ui/NeedsScripts'
import { type Message, Notice } from '../../ui/Notice'
import { useHydrated } from '../../ui/use-hydrated'
import styles from './BookingForm.module.css'

const success: Message = {
  kind: 'success',
  text: 'Thanks for contacting us! You will hear from us soon!',
}
const failure: Message = {
  kind: 'problem',
  text: 'Error sending message. Please try again later.',
}

/** One key a message, however often it has to be sent; absent where the page is not secure. */
const newKey = () => globalThis.crypto.randomUUID?.()

/** The set list taped to the amplifier. */
export function BookingForm() {
  const id = useId()
  const key = useRef<string>(undefined)
  const isHydrated = useHydrated()
  const [isSending, setSending] = useState(false)
  const [message, setMessage] = useState<Message>()
  const [errors, setErrors] = useState<Record<string, string>>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    key.current ??= newKey()
    setSending(true)
    setMessage(undefined)
    setErrors({})
    try {
      await openApi().post('bookus', {
        json: Object.fromEntries(new FormData(form)),
        headers: key.current ? { 'idempotency-key': key.current } : {},
      })
      key.current = undefined
      form.reset()
      setMessage(success)
    } catch (error) {
      console.error('Sending the booking enquiry failed:', error)
      setErrors(fieldErrors(error))
      setMessage(failure)
    } finally {
      setSending(false)
    }
  }

  // Another text is another message.
  const renewKey = () => {
    if (!isSending) key.current = undefined
  }

  return (
    <div className={styles.setlist}>
      <form
        className={styles.form}
        // Never by GET: a message is no part of an address.
        method="post"
        onSubmit={submit}
        onInput={renewKey}
        aria-labelledby={`${id}-title`}
      >
        <span id={`${id}-title`} hidden>
          Booking enquiry
        </span>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={200}
          error={errors['name']}
          required
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          error={errors['email']}
          required
        />
        <TextArea
          label="Message"
          name="message"
          rows={4}
          maxLength={5000}
          error={errors['message']}
          required
        />
        <div className={styles.foot}>
          <Button type="submit" disabled={!isHydrated} aria-disabled={isSending}>
            {isSending ? 'Sending...' : 'Submit'}
          </Button>
          {message === success && (
            <span className={styles.stamp} aria-hidden="true">
              Sent
            </span>
          )}
        </div>
        <Notice message={message} />
        <NeedsScripts what="Sending a message from this page" />
      </form>
    </div>
  )
}
