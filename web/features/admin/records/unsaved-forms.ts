import { storage } from '../../../browser/storage'
import { changesTag } from '../../../offline/names'

/** Entries without typed text: the open form, Idempotency-Keys, the place on stage, and the last import. */
const untyped = /^(open|key|stage|last) /

const hasText = (content: unknown) =>
  typeof content === 'object' && content !== null && !Array.isArray(content)
    ? Object.values(content).some(Boolean)
    : Boolean(content)

/** The number of forms with unsaved content, in all tabs. Reads what `draft-storage.ts` has stored, without loading it. */
export function unsavedForms(): number {
  const stored = storage.getObject(changesTag) as { state?: object } | undefined
  return Object.entries(stored?.state ?? {}).filter(
    ([name, content]) => !untyped.test(name) && hasText(content),
  ).length
}
