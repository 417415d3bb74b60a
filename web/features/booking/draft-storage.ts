import { storage } from '../../browser/storage'
import { type Draft, type Enquiry, isBlank, type Message } from './booking-state'

const storageKey = 'bookingDraft'

/** Reads the draft of an earlier visit. */
export function readDraft(): Draft | undefined {
  const stored = storage.getObject(storageKey)
  if (!stored) return
  const waiting = stored['waiting'] as { key?: string; enquiry?: Enquiry } | undefined
  const queued: Message | undefined =
    waiting?.key && waiting.enquiry ? { key: waiting.key, text: waiting.enquiry } : undefined
  const text = (name: string) => String(stored[name] ?? '')
  return { text: { name: text('name'), email: text('email'), message: text('message') }, queued }
}

/** Stores a draft, or removes the stored one if the form is empty. */
export function writeDraft({ text, queued }: Draft): void {
  const waiting = queued && { key: queued.key, enquiry: queued.text }
  if (isBlank(text)) storage.remove(storageKey)
  else storage.set(storageKey, JSON.stringify({ ...text, waiting }))
}
