import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { readToken } from '../../api-client/token'
import { storage } from '../../browser/storage'
import { changesTag } from '../../offline/names'

/** Local storage for what is typed in the back office, so that it survives a restart of the device. Nothing is stored without
 * a token; logging out removes it (`session.store.ts`). */
export const draftStorage = <Drafts>() =>
  createJSONStorage<Drafts>(() => ({
    getItem: (name) => storage.get(name),
    setItem(name, value) {
      if (readToken() !== null) storage.set(name, value)
    },
    removeItem: (name) => storage.remove(name),
  }))

interface StoredDrafts {
  /** By the name of the form and its record. */
  drafts: Readonly<Record<string, unknown>>
}

const useStoredDrafts = create<StoredDrafts>()(
  persist(() => ({ drafts: {} }), { name: changesTag, storage: draftStorage() }),
)

/** What is typed in a form, or its initial content. It survives navigation and reloads.
 * @param name names the form and its record
 * @returns the content, and a function that sets it; undefined removes it */
export function useStoredDraft<Content>(
  name: string,
  initial: Content,
): [Content, (content: Content | undefined) => void] {
  const content = useStoredDrafts(({ drafts }) => drafts[name])
  return [(content as Content | undefined) ?? initial, (changed) => storeDraft(name, changed)]
}

/** Reads the stored content of a form. In an async function, it is newer than the value of the last render. */
export const storedDraft = <Content>(name: string) =>
  useStoredDrafts.getState().drafts[name] as Content | undefined

/** Stores the content of a form; undefined removes it. */
export const storeDraft = (name: string, content: unknown) =>
  useStoredDrafts.setState(({ drafts: { [name]: _, ...others } }) => ({
    drafts: content === undefined ? others : { ...others, [name]: content },
  }))

/** Removes all contents of forms from the memory of the page. */
export const forgetStoredDrafts = () => useStoredDrafts.setState({ drafts: {} })
