import { createElement, useMemo, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { coverArt } from '../../../api/shared/cover-art'
import { prefixes } from '../../../api/shared/site-map'
import { useBand } from '../../band/use-band'
import { Picture } from '../../ui/Picture'
import styles from './Cover.module.css'

const reactNames: Record<string, string> = { 'stroke-width': 'strokeWidth' }

interface CoverProps {
  track: Pick<Track, 'name' | 'cover'>
  /** The width at which it is displayed, as a CSS length. */
  sizes?: string
}

/** The sleeve of a track: the picture of its file, or one that is drawn from its name. */
export function Cover({ track: { name, cover }, sizes = '24rem' }: CoverProps) {
  const [failed, setFailed] = useState<string>()
  if (!cover?.src.startsWith(`${prefixes.pictures}/`) || cover.src === failed)
    return <DrawnCover name={name} />
  return (
    <Picture
      picture={cover}
      alt=""
      className={styles.picture}
      sizes={sizes}
      loading="lazy"
      onError={() => setFailed(cover.src)}
    />
  )
}

function DrawnCover({ name }: { name: string }) {
  const { colours } = useBand()
  const { ground, ink, shapes, lines, fontSize } = useMemo(
    () => coverArt(name, colours),
    [name, colours],
  )
  return (
    <svg viewBox="0 0 100 100" width="100%" height="100%" aria-hidden="true">
      <rect width="100" height="100" fill={ground} />
      {shapes.map(({ tag, attributes }, index) =>
        createElement(tag, {
          key: index,
          ...Object.fromEntries(
            Object.entries(attributes).map(([key, value]) => [reactNames[key] ?? key, value]),
          ),
        }),
      )}
      {lines.map((line, index) => (
        <text
          key={line}
          x="7"
          y={6 + fontSize + index * fontSize * 1.08}
          fontFamily="var(--display)"
          fontSize={fontSize}
          fill={ink}
        >
          {line}
        </text>
      ))}
    </svg>
  )
}
