import type { Site } from '../../../../api/contract/site'
import { paletteOf } from '../../../../api/shared/palette'
import { picturesIn } from '../../../../api/shared/picture-sizes'
import { Picture } from '../../../ui/Picture'
import { valueAt } from './field-path'
import styles from './SitePanel.module.css'
import type { SiteSection } from './site-sections'

const maxPictures = 6

/** What a section contains, in small: its pictures, its first text, or its colours. */
export function SectionPreview({ section, site }: { section: SiteSection; site: Site }) {
  const values = section.saves.map((name) => site[name])
  const pictures = picturesIn(values).slice(0, maxPictures)
  const text = section.fields
    .map(({ path }) => valueAt(site, path))
    .find((value) => typeof value === 'string')
  return (
    <span className={styles.preview} aria-hidden="true">
      {section.id === 'colours' &&
        (['day', 'night'] as const).map((scheme) => (
          <span key={scheme} className={styles.swatches} style={paletteOf(site.colours, scheme)} />
        ))}
      {typeof text === 'string' && <span className={styles.text}>{text}</span>}
      {pictures.map((picture) => (
        <Picture key={picture.src} picture={picture} alt="" sizes="3.2rem" loading="lazy" />
      ))}
    </span>
  )
}
