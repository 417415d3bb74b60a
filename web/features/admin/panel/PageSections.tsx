import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { QuietButton } from '../../../ui/Button'
import { isNarrow } from './is-narrow'
import { type PageLink, PageLinks } from './PageLinks'
import styles from './PageSections.module.css'
import { Section } from './Panel'
import { useReturnToList } from './use-return-to-list'

export interface PageSection extends Pick<PageLink, 'name' | 'about' | 'icon'> {
  /** The id of its heading, which is the hash of its address. */
  id: string
  content: ReactNode
}

/** Sections, one of which is open: the one whose id is the hash of the address. Narrow windows show the list or the open
 * section, so that the phone's Back returns to the list. Wide ones show both, at first with the first section. All sections
 * stay mounted, so that what is typed in one is kept. */
export function PageSections({ sections }: { sections: readonly PageSection[] }) {
  const hash = useLocation({ select: (location) => location.hash })
  const returnToList = useReturnToList(hash)
  const chosen = sections.find(({ id }) => id === hash)
  const shown = chosen ?? sections[0]

  const before = useRef(hash)
  useEffect(() => {
    if (hash === before.current) return
    const target = document.getElementById(hash === '' ? linkIdOf(before.current) : hash)
    target?.focus({ preventScroll: true })
    if (hash === '') target?.scrollIntoView({ block: 'center' })
    else if (isNarrow()) scrollTo({ top: 0, behavior: 'instant' })
    else target?.scrollIntoView({ block: 'nearest' })
    before.current = hash
  }, [hash])

  return (
    <div className={styles.page} data-view={chosen ? 'one' : 'list'}>
      <nav className={styles.index} aria-label="Sections">
        <PageLinks
          links={sections.map((one) => ({ ...one, path: '.', hash: one.id, id: linkIdOf(one.id) }))}
        />
      </nav>
      <div>
        <p className={styles.back}>
          <QuietButton onClick={returnToList}>All sections</QuietButton>
        </p>
        {sections.map(({ id, name, content }) => (
          <div key={id} hidden={id !== shown?.id}>
            <Section id={id} title={name}>
              {content}
            </Section>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The id of the link that leads to a section. */
const linkIdOf = (id: string) => `to-${id}`
