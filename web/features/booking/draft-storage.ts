import { storage } from '../../browser/storage'
import { type Draft, isBlank, textsOf } from './booking-state'

const storageKey = 'bookingDraft'

/** Reads the draft of an earlier visit. */
export function readDraft(): Draft | undefined {
  const stored = storage.getObject(storageKey)
  if (!stored) return
  const text = textsOf(stored)
  const { key, isEdited = false } = stored
  return { text, key: typeof key === 'string' ? key : undefined, isEdited: isEdited === true }
}

/** Stores a draft, or removes the stored one if the form is empty. */
export function writeDraft({ text, key, isEdited }: Draft): void {
  if (isBlank(text)) storage.remove(storageKey)
  else storage.set(storageKey, JSON.stringify({ ...text, key, isEdited }))
}
