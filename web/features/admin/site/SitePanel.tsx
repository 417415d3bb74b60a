import { useLocation } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { DemoResponse } from '../../../../api/contract/demo'
import type { AdminSiteResponse, Site } from '../../../../api/contract/site'
import { callAdmin } from '../../../api-client/call'
import { ofVersion } from '../../../api-client/client'
import { Button, QuietButton } from '../../../ui/Button'
import { useCloseRequest } from '../../../ui/use-close-on-back'
import { FormNotice, RecordNotice } from '../panel/FormFoot'
import { isNarrow } from '../panel/is-narrow'
import { Actions, LastChangeNote, Panel, RecordForm, SideNote, SubmitRow } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { ConflictDialog } from '../records/ConflictDialog'
import { DemoSection } from './DemoSection'
import { valueAt } from './field-path'
import { SectionLook } from './SectionLook'
import { SectionPreview } from './SectionPreview'
import { SiteFields } from './SiteFields'
import styles from './SitePanel.module.css'
import { contentOf } from './site-body'
import { isSameIn, type SiteSection, siteSections } from './site-sections'
import { useSiteSection } from './use-site-section'

interface SitePanelProps {
  stored: AdminSiteResponse
  /** What the pages show of a section; it may be loaded later. */
  Look: ComponentType<{ id: string; site: Site }>
  demo: DemoResponse
}

/** The page on which the band edits its own words, pictures and colours, one section at a time. */
export function SitePanel({ stored: loaded, Look, demo }: SitePanelProps) {
  const reload = useReload('site')
  const [changed, setChanged] = useState<AdminSiteResponse>()
  const stored = changed && changed.version >= loaded.version ? changed : loaded
  const { message, save, show, clearMessages } = useSaving()

  function store(saved: AdminSiteResponse) {
    setChanged(saved)
    void reload()
  }

  const before = stored.earlier.at(-1)
  /** The titles of the sections that the last change has changed. */
  const changedIn = siteSections
    .filter((section) => before && !isSameIn(section, before, stored.site))
    .map(({ title }) => title)
    .join(', ')

  const undo = () =>
    void save('The last change could not be taken back.', async () => {
      const taken = await callAdmin('POST /api/admin/site/undo', ofVersion(stored.version)).catch(
        // The last change is another one now, which the next press takes back.
        (error: unknown) => reload().then(() => Promise.reject(error)),
      )
      store(taken)
      return { text: 'The last change is taken back.', undo: () => repeat(taken) }
    })

  /** Makes the change again that was taken back. */
  const repeat = (before: AdminSiteResponse) =>
    void save('The change could not be made again.', async () => {
      const json = changesFrom(before.site, stored.site)
      store(await callAdmin('PUT /api/site', { json, ...ofVersion(before.version) }))
      return 'The change is made again.'
    })

  return (
    <Panel title="Site">
      <p className={styles.introduction}>
        Each section is saved on its own, and the pages show it at once.
      </p>
      {stored.lastChange && <LastChangeNote lastChange={stored.lastChange} />}
      {stored.earlier.length > 0 && (
        <Actions>
          <QuietButton onClick={undo} aria-describedby="last-change">
            Take the last change back
          </QuietButton>
          <SideNote id="last-change">{changedIn && `It was in: ${changedIn}`}</SideNote>
        </Actions>
      )}
      <div className={styles.sections}>
        {siteSections.map((section) => (
          <SectionForm
            key={section.id}
            section={section}
            Look={Look}
            stored={stored}
            onStored={(saved) => {
              // The site would refuse the undo that the message offers.
              clearMessages()
              store(saved)
            }}
            onDiscarded={(undo) =>
              show({
                text: `Discarded: the changes of “${section.title}”`,
                undo() {
                  clearMessages()
                  undo()
                },
              })
            }
          />
        ))}
      </div>
      <DemoSection demo={demo} />
      <RecordNotice message={message} onClose={clearMessages} />
    </Panel>
  )
}

interface SectionFormProps {
  section: SiteSection
  Look: SitePanelProps['Look']
  stored: AdminSiteResponse
  onStored: (stored: AdminSiteResponse) => void
  /** @param undo brings the changes back */
  onDiscarded: (undo: () => void) => void
}

function SectionForm({ section, Look, stored, onStored, onDiscarded }: SectionFormProps) {
  const { id, title, shownOn, fields } = section
  const form = useSiteSection({ section, stored, onStored })
  const [isOpen, setOpen] = useState(false)
  const [uploads, setUploads] = useState(0)
  const isUploading = uploads > 0
  const details = useRef<HTMLDetailsElement>(null)
  // On phones, Back closes an open section instead of leaving the page.
  useCloseRequest(isOpen && isNarrow(), () => {
    if (form.isBusy || !details.current) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  })
  // Other pages link to a section.
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (details.current && hash === id) details.current.open = true
  }, [hash, id])
  return (
    <>
      <details
        className={styles.section}
        id={id}
        ref={details}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open)
          if (currentTarget.open) currentTarget.scrollIntoView()
        }}
      >
        <summary className={styles.summary}>
          <h2>
            {title}
            {form.isChanged && <span className={styles.unsaved}> not saved</span>}
          </h2>
          <span className={styles.shownOn}>{shownOn}</span>
          <SectionPreview section={section} site={stored.site} />
        </summary>
        {isOpen && (
          <div className={styles.body}>
            {/* The colours have a look of their own between their fields. */}
            {id !== 'colours' && (
              <SectionLook>
                <Look id={id} site={contentOf(section, form.content)} />
              </SectionLook>
            )}
            <RecordForm
              // On phones, Save stays within reach of the thumb.
              editedName={title}
              errors={form.errors}
              onSubmit={() => !isUploading && form.submit()}
            >
              <SiteFields
                fields={fields}
                content={form.content}
                onChange={form.change}
                isUploading={isUploading}
                onUploading={(isNow) => setUploads((count) => count + (isNow ? 1 : -1))}
              />
              <SubmitRow>
                <FormNotice message={form.message} />
                <Actions>
                  <Button type="submit" aria-disabled={form.isBusy || isUploading}>
                    {isUploading ? 'Uploading…' : 'Save'}
                  </Button>
                  {form.isChanged ? (
                    <QuietButton onClick={() => onDiscarded(form.discard())}>Discard</QuietButton>
                  ) : (
                    form.showBefore && (
                      <QuietButton onClick={form.showBefore}>As it was before</QuietButton>
                    )
                  )}
                </Actions>
              </SubmitRow>
            </RecordForm>
          </div>
        )}
      </details>
      {/* A closed section would hide the question. */}
      {form.conflict && (
        <ConflictDialog
          noun="section"
          rows={rowsOf(section, form.conflict.merged, form.conflict.current)}
          conflict={form.conflict}
        />
      )}
    </>
  )
}

/** The fields that differ in `after`; those that it lacks are cleared. */
const changesFrom = (before: Site, after: Site) =>
  Object.fromEntries(
    (Object.keys({ ...before, ...after }) as (keyof Site)[])
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name] ?? '']),
  )

/** The fields of a section in both versions, as texts. */
const rowsOf = ({ fields }: SiteSection, mine: Site, theirs: Site) =>
  fields.map((field) => ({
    label: field.kind === 'colours' ? 'Colours' : field.label,
    mine: textOf(valueAt(mine, field.path)),
    theirs: textOf(valueAt(theirs, field.path)),
  }))

/** All texts in a value; a picture is named by its description. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  const { src, alt } = value as { src?: string; alt?: string }
  return src === undefined
    ? Object.values(value).map(textOf).filter(Boolean).join(', ')
    : (alt ?? src)
}
