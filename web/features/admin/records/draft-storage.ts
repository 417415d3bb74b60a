import { create } from 'zustand'
import { readToken } from '../../../api-client/token'
import { storage } from '../../../browser/storage'
import { changesTag } from '../../../offline/names'

type Entries = Readonly<Record<string, unknown>>

/** What is stored on this device, also by other tabs. */
const readEntries = () => (storage.getObject(changesTag)?.['state'] ?? {}) as Entries

/** What is typed in the back office, by the name of the form and its record. A copy in local storage survives a restart of the
 * device; logging out removes it (`session.store.ts`). */
const useStoredDrafts = create<Entries>()(readEntries)

// What another tab has saved or cancelled is no longer offered here.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === changesTag) useStoredDrafts.setState(readEntries(), true)
})

/** What is typed in a form, or its initial content. It survives navigation and reloads.
 * @param name names the form and its record
 * @returns the content, and a function that sets it; undefined removes it */
export function useStoredDraft<Content>(
  name: string,
  initial: Content,
): [Content, (content: Content | undefined) => void] {
  const content = useStoredDrafts((drafts) => drafts[name])
  return [(content as Content | undefined) ?? initial, (changed) => storeDraft(name, changed)]
}

/** Reads the stored content of a form. In an async function, it is newer than the value of the last render. */
export const storedDraft = <Content>(name: string) =>
  useStoredDrafts.getState()[name] as Content | undefined

/** Whether a form still has this content, also after another tab has stored something. */
export const isStoredDraft = (name: string, content: unknown): boolean =>
  JSON.stringify(storedDraft(name)) === JSON.stringify(content)

/** The name under which a show's unsaved set list is stored. */
export const setListDraft = (showId: string) => `set list ${showId}`

/** Stores the content of a form; undefined removes it. Without a token, nothing is written to local storage. Only this entry is
 * replaced there, so that tabs don't overwrite each other's forms. If one form is open in two tabs, the last change wins. */
export function storeDraft(name: string, content: unknown): void {
  useStoredDrafts.setState({ [name]: content })
  if (readToken() === null) return
  const state = { ...readEntries(), [name]: content }
  storage.set(changesTag, JSON.stringify({ state, version: 1 }))
}

/** Removes all contents of forms from the memory of the page. */
export const forgetStoredDrafts = () => useStoredDrafts.setState({}, true)
