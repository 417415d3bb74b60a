import { createElement, useMemo } from 'react'
import { coverArt } from '../../../api/shared/cover-art'
import { useBand } from '../../band/use-band'

const reactNames: Record<string, string> = { 'stroke-width': 'strokeWidth' }

/** A record sleeve that is generated from the track's name. */
export function Cover({ name }: { name: string }) {
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
