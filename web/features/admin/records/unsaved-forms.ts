import { storage } from '../../../browser/storage'
import { changesTag } from '../../../offline/names'

/** Entries without typed text: the open form, Idempotency-Keys, the place on stage, and the last import. */
const untyped = /^(open|key|stage|last) /

const hasText = (content: unknown) =>
  typeof content === 'object' && content !== null && !Array.isArray(content)
    ? Object.values(content).some(Boolean)
    : Boolean(content)

/** Whether a form on the page contains a text that no draft has. React keeps both values of a controlled field equal. */
const isTyped = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedFields)].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )

const typedFields = 'textarea, input:not([type="password"], [type="file"], [type="search"])'

/** The number of forms with unsaved content: drafts of all tabs, and the other forms of the open page. Reads what
 * `draft-storage.ts` has stored, without loading it. */
export function unsavedForms(): number {
  const stored = storage.getObject(changesTag) as { state?: object } | undefined
  const drafts = Object.entries(stored?.state ?? {}).filter(
    ([name, content]) => !untyped.test(name) && hasText(content),
  )
  const others = [...document.querySelectorAll<HTMLFormElement>('form[data-record]')]
  return drafts.length + others.filter(isTyped).length
}
