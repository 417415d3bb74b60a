import { storage } from '../../../browser/storage'
import { changesTag } from '../../../offline/names'

/** Entries without typed text: the open form, Idempotency-Keys, the place on stage, and the last import. */
const untyped = /^(open|key|stage|last) /

const hasText = (content: unknown) =>
  typeof content === 'object' && content !== null && !Array.isArray(content)
    ? Object.values({ ...content, draftId: undefined }).some(Boolean)
    : Boolean(content)

const textFields =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [type="search"], [type="password"], [autocomplete$="password"])'

/** A text as the site stores it, with the line breaks of a field. */
const asStored = (text: string) => text.replaceAll('\r\n', '\n').trim()

/** Whether a form on the page contains text that is not stored as a draft. React keeps `value` and `defaultValue` of a controlled
 * field equal. */
const isTyped = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)].some(
    ({ value, defaultValue }) => asStored(value) !== asStored(defaultValue),
  )

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
