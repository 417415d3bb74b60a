import type { ReactNode } from 'react'
import type { Site } from '../../../api/contract/site'
import { pressPictures } from '../../../api/shared/press-pictures'
import { feedPaths } from '../../../api/shared/site-map'
import { buttonClass } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { fileSize } from '../../ui/file-size'
import { Picture } from '../../ui/Picture'
import styles from './PressKit.module.css'

/** What organisers and newspapers need of a band; what is empty is left out. */
export function PressKit({ site, children }: { site: Site; children: ReactNode }) {
  const { biography, members = [], brings = [], needs = [], quotes = [], files = [] } = site
  const facts = [
    ['Price', site.priceFrom],
    ['How far we travel', site.radius ?? site.booking?.travel],
    ['Insurance', site.insurance],
    ['Reply time', site.booking?.answer],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined)
  return (
    <div className={styles.kit}>
      <Texts title="Short biography" text={biography?.short} />
      <Texts title="Long biography" text={biography?.long} />
      {facts.length > 0 && (
        <section>
          <h2>Booking us</h2>
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt> <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Lines title="What the price includes" lines={site.booking?.includes ?? []} />
      <Lines title="What we bring" lines={brings} />
      <Lines title="What we need" lines={needs} />
      <Lines
        title="Line-up"
        lines={members
          .map(({ name, role }) => [name, role].filter(Boolean).join(', '))
          .filter(Boolean)}
      />
      {children}
      {quotes.length > 0 && (
        <section>
          <h2>What others say</h2>
          {quotes.map(({ text, source, url }) => (
            <figure key={text} className={styles.quote}>
              <blockquote>{text}</blockquote>
              {source && <figcaption>{url ? <a href={url}>{source}</a> : source}</figcaption>}
            </figure>
          ))}
        </section>
      )}
      <Pictures site={site} />
      {files.length > 0 && (
        <section>
          <h2>Files</h2>
          <ul className={styles.lines}>
            {files.map(({ label, src, size }) => (
              <li key={src}>
                <a href={src} download>
                  {label}
                </a>
                {size !== undefined && ` (${fileSize(size)})`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Texts({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <section>
      <h2>{title}</h2>
      <p className={styles.text}>{text}</p>
      <CopyButton text={text} label={`Copy “${title}”`} />
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** The pictures of the band, to be downloaded. */
function Pictures({ site }: { site: Site }) {
  const pictures = pressPictures(site)
  const hasFiles = (site.files ?? []).length > 0
  if (pictures.length === 0 && !hasFiles) return null
  return (
    <section>
      <h2>{pictures.length > 0 ? 'Pictures' : 'All files'}</h2>
      <ul className={styles.pictures}>
        {pictures.map(({ picture, label }) => (
          <li key={picture.src}>
            <Picture
              picture={{ ...picture, alt: picture.alt ?? label }}
              sizes="(min-width: 40rem) 16rem, 45vw"
            />
            <a href={picture.src} download>
              <span>{label}</span> <small>{`${picture.width}\u00a0×\u00a0${picture.height}`}</small>
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.all} data-no-print>
        <a href={feedPaths.pressPictures} download className={buttonClass('quiet')}>
          {pictures.length > 0 && hasFiles ? 'Pictures and files in one zip' : 'All in one zip'}
        </a>
      </p>
    </section>
  )
}
