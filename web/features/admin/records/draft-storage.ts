import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { readToken } from '../../../api-client/token'
import { storage } from '../../../browser/storage'
import { changesTag } from '../../../offline/names'

type Entries = Readonly<Record<string, unknown>>

const asTexts = (entries: object): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, JSON.stringify(entry)]))

/** Local storage for what is typed in the back office, so that it survives a restart of the device. Nothing is stored without
 * a token; logging out removes it (`session.store.ts`). Each tab writes only the entries
 * that it has changed, so tabs don't overwrite each other's forms. If one form is open in two tabs, the last change wins. */
export function draftStorage<Drafts extends object>(): PersistStorage<Drafts> {
  /** The entries that this tab has read or stored last, as JSON. */
  let known: Record<string, string> = {}
  const read = (name: string) =>
    storage.getObject(name) as { state: Drafts; version?: number } | undefined
  return {
    getItem(name) {
      const stored = read(name)
      known = asTexts(stored?.state ?? {})
      return stored ?? null
    },
    setItem(name, { state, version }) {
      const texts = asTexts(state)
      const entries: Entries = Object.fromEntries(Object.entries(state))
      const changed = Object.keys({ ...known, ...texts }).filter((key) => texts[key] !== known[key])
      known = texts
      if (readToken() === null) return
      const changes = Object.fromEntries(changed.map((key) => [key, entries[key]]))
      storage.set(name, JSON.stringify({ state: { ...read(name)?.state, ...changes }, version }))
    },
    removeItem: (name) => storage.remove(name),
  }
}

const entryStorage = draftStorage<Entries>()

/** What is typed, by the name of the form and its record. */
const useStoredDrafts = create<Entries>()(
  persist((): Entries => ({}), { name: changesTag, storage: entryStorage, version: 1 }),
)

// What another tab has saved or cancelled is no longer offered here.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key !== changesTag) return
  const stored = entryStorage.getItem(changesTag) as { state: Entries } | null
  useStoredDrafts.setState(stored?.state ?? {}, true)
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

/** Stores the content of a form; undefined removes it. */
export const storeDraft = (name: string, content: unknown) =>
  useStoredDrafts.setState({ [name]: content })

/** Removes all contents of forms from the memory of the page. */
export const forgetStoredDrafts = () => useStoredDrafts.setState({}, true)
