import { storage } from '../../browser/storage'
import { type Draft, type Enquiry, isBlank, isSame, textsOf } from './booking-state'

const storageKey = 'bookingDraft'

/** Reads the draft of an earlier visit. */
export function readDraft(): Draft | undefined {
  const stored = storage.getObject(storageKey)
  if (!stored) return
  const text = textsOf(stored)
  const { key, isEdited = false } = { ...stored, ...earlierFormat(stored, text) }
  return { text, key: typeof key === 'string' ? key : undefined, isEdited: isEdited === true }
}

/** Reads a draft of an earlier format, which has the text of the queued message instead of whether it was edited. */
function earlierFormat({ waiting }: Record<string, unknown>, text: Enquiry) {
  const queued = waiting as { key?: string; enquiry?: Enquiry } | undefined
  return queued?.enquiry && { key: queued.key, isEdited: !isSame(textsOf(queued.enquiry), text) }
}

/** Stores a draft, or removes the stored one if the form is empty. */
export function writeDraft({ text, key, isEdited }: Draft): void {
  if (isBlank(text)) storage.remove(storageKey)
  else storage.set(storageKey, JSON.stringify({ ...text, key, isEdited }))
}
