import type { PictureReference } from '../../../../api/contract/pictures'
import type { Site } from '../../../../api/contract/site'
import { paletteOf } from '../../../../api/shared/palette'
import { picturesIn, sizePath, widthsOf } from '../../../../api/shared/picture-sizes'
import { valueAt } from './field-path'
import styles from './SitePanel.module.css'
import type { SiteSection } from './site-sections'

const maxPictures = 6

/** What a section contains, in small: its pictures, its first text, or its colours. */
export function SectionPreview({ section, site }: { section: SiteSection; site: Site }) {
  if (section.id === 'colours') return <Swatches colours={site.colours} />
  const values = section.saves.map((name) => site[name])
  const pictures = picturesIn(values).slice(0, maxPictures) as PictureReference[]
  const text = section.fields
    .map(({ path }) => valueAt(site, path))
    .find((value) => typeof value === 'string')
  return (
    <span className={styles.preview} aria-hidden="true">
      {typeof text === 'string' && <span className={styles.text}>{text}</span>}
      {pictures.map(({ src, width, focus = { x: 50, y: 50 } }) => (
        <img
          key={src}
          src={widthsOf(width)[0] === undefined ? src : sizePath(src, widthsOf(width)[0] ?? 0)}
          alt=""
          loading="lazy"
          style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
        />
      ))}
    </span>
  )
}

const Swatches = ({ colours }: { colours: Site['colours'] }) => (
  <span className={styles.preview} aria-hidden="true">
    {(['day', 'night'] as const).map((scheme) => (
      <span key={scheme} className={styles.swatches} style={paletteOf(colours, scheme)} />
    ))}
  </span>
)
