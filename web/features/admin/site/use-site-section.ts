import { useState } from 'react'
import type { AdminSiteResponse, Site } from '../../../../api/contract/site'
import { callAdmin } from '../../../api-client/call'
import { ofVersion } from '../../../api-client/client'
import { conflictOf } from '../../../api-client/problem'
import { useSaving } from '../panel/use-saving'
import { isStoredDraft, storedDraft, useStoredDraft } from '../records/draft-storage'
import { valueAt, withValueAt } from './field-path'
import { bodyOf, changedIn, haveBothChanged } from './site-body'
import { isSameIn, type SiteSection } from './site-sections'

interface SectionDraft {
  typed: Site
  base: Site
  version: number
}

interface Dependencies {
  section: SiteSection
  stored: AdminSiteResponse
  onStored: (stored: AdminSiteResponse) => void
}

/** The stored words after another person's write (412). */
type Current = Site & Omit<AdminSiteResponse, 'site' | 'earlier'>

/** The form of one section: what was typed, and its saving. */
export function useSiteSection({ section, stored, onStored }: Dependencies) {
  /** What was typed, and the words that it is based on; undefined if nothing was typed. */
  const name = `site ${section.id}`
  const [draft, setDraft] = useStoredDraft<SectionDraft | undefined>(name, undefined)
  const [theirs, setTheirs] = useState<Current>()
  const { isBusy, message, errors, save, show, clearMessages } = useSaving()
  const untyped = { typed: stored.site, base: stored.site, version: stored.version }
  const { typed: content, base } = draft ?? untyped

  async function send(sent: SectionDraft): Promise<AdminSiteResponse | undefined> {
    const mine = changedIn(section, sent.typed, sent.base)
    const isTyped = mine.length > 0
    try {
      const json = bodyOf(section, sent.typed, isTyped ? mine : section.saves)
      return await callAdmin('PUT /api/site', { json, ...ofVersion(sent.version) })
    } catch (error) {
      const conflict = conflictOf<Current>(error)
      if (conflict?.kind !== 'changed') throw error
      const { current } = conflict
      // Other fields were saved meanwhile, or the response to this change was lost.
      if (!haveBothChanged(section, sent.typed, current, sent.base))
        return send({ ...sent, typed: isTyped ? sent.typed : current, version: current.version })
      setTheirs(current)
      return undefined
    }
  }

  /** The version that the last save of this section made; undefined once something was typed. */
  const [savedVersion, setSavedVersion] = useState<number>()
  /** Whether the message is outdated, because a newer version is stored, for example by an undo. */
  const isMessageOutdated = savedVersion !== undefined && stored.version > savedVersion

  const before = contentBefore(section, stored)

  const store = (typed: SectionDraft) =>
    void save(`“${section.title}” could not be saved.`, async () => {
      setSavedVersion(undefined)
      const sent = draft
      const saved = await send(typed)
      if (!saved) return
      // The person may have typed on meanwhile.
      if (isStoredDraft(name, sent)) setDraft(undefined)
      setSavedVersion(saved.version)
      onStored(saved)
      return `Saved: ${section.title}`
    })

  function type(change: (typed: Site) => Site) {
    setSavedVersion(undefined)
    if (message?.kind === 'status') clearMessages()
    const latest = storedDraft<SectionDraft>(name) ?? untyped
    setDraft({ ...latest, typed: change(latest.typed) })
  }

  const typedFields = changedIn(section, content, base)
  /** The other person's version with what was typed here. */
  const merged = withFields(typedFields, theirs ?? content, content)

  return {
    content,
    isChanged: draft !== undefined,
    isBusy,
    message: isMessageOutdated ? undefined : message,
    errors,
    /** @param value the value at the path, or a function that makes it of the present one */
    change: (path: string, value: unknown) =>
      type((typed) => {
        const changed = typeof value === 'function' ? value(valueAt(typed, path)) : value
        return withValueAt(typed, path, changed)
      }),
    /** Puts what the section contained before its last change into the form; undefined if nothing earlier is known. */
    showBefore: isSameIn(section, before, stored.site)
      ? undefined
      : () => {
          type((typed) => withFields(section.saves, typed, before))
          show({ text: 'Not saved yet. Press Save to restore it.' })
        },
    submit: () => store(draft ?? untyped),
    /** @returns a function that brings the changes back, unless something was typed since */
    discard() {
      clearMessages()
      setDraft(undefined)
      return () => storedDraft(name) === undefined && setDraft(draft)
    },
    conflict: theirs && {
      current: theirs,
      merged,
      editor: theirs.lastChange?.by,
      keepMine() {
        setTheirs(undefined)
        store({ typed: merged, base: theirs, version: theirs.version })
      },
      takeTheirs() {
        const { version, lastChange, ...site } = theirs
        setTheirs(undefined)
        setDraft(undefined)
        const earlier = [...stored.earlier, stored.site]
        onStored({ ...stored, site, version, ...(lastChange && { lastChange }), earlier })
      },
      cancel: () => setTheirs(undefined),
    },
  }
}

/** The newest earlier content that differs in a section. If none is stored, each field has its value before its own last
 * change. */
function contentBefore(section: SiteSection, { site, earlier, before }: AdminSiteResponse): Site {
  const last = earlier.findLast((one) => !isSameIn(section, one, site))
  if (last) return last
  const fields = Object.entries({ ...site, ...before }).filter(([, value]) => value !== null)
  return Object.fromEntries(fields) as unknown as Site
}

/** A content with some of the fields of another one; those that the other one lacks are removed. */
function withFields(names: readonly (keyof Site)[], content: Site, other: Site): Site {
  const taken = Object.fromEntries(names.map((name) => [name, other[name]]))
  return { ...content, ...taken }
}
