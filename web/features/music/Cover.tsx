import { type ReactNode, useMemo } from 'react'
import { type CoverArt, coverArt } from './cover-art'

/** A record sleeve that is generated from the track's name. */
export function Cover({ name }: { name: string }) {
  const art = useMemo(() => coverArt(name), [name])
  return (
    <svg viewBox="0 0 100 100" width="100%" height="100%" aria-hidden="true">
      <rect width="100" height="100" fill={art.palette.ground} />
      {drawings[art.pattern](art)}
      {art.lines.map((line, index) => (
        <text
          key={line}
          x="8"
          y={18 + index * 12}
          fontFamily="var(--display)"
          fontSize="11.5"
          fill={art.palette.ink}
          stroke={art.palette.ground}
          strokeWidth="3"
          paintOrder="stroke"
          strokeLinejoin="round"
        >
          {line}
        </text>
      ))}
    </svg>
  )
}

const between = (min: number, max: number, part = 0.5) => min + part * (max - min)

const drawings: Record<CoverArt['pattern'], (art: CoverArt) => ReactNode> = {
  arch: ({ palette, variation: [place] }) =>
    palette.shapes.map((colour, index) => (
      <circle key={colour} cx={between(30, 70, place)} cy="100" r={62 - index * 16} fill={colour} />
    )),
  slant: ({ palette, variation: [rise = 0.5] }) =>
    palette.shapes.map((colour, index) => {
      const left = 44 + index * 19
      const right = left - between(20, 55, rise)
      return <path key={colour} d={`M0 ${left} 100 ${right}v19L0 ${left + 19}z`} fill={colour} />
    }),
  rings: ({ palette, variation: [across, down] }) => (
    <g fill="none" stroke={palette.shapes[0]} strokeWidth="3.4">
      {[32, 25, 18, 11].map((radius) => (
        <circle key={radius} cx={between(38, 66, across)} cy={between(58, 68, down)} r={radius} />
      ))}
      <circle
        cx={between(38, 66, across)}
        cy={between(58, 68, down)}
        r="4.5"
        fill={palette.shapes[1]}
        stroke="none"
      />
    </g>
  ),
  bars: ({ palette, variation }) =>
    variation.slice(0, 7).map((part, index) => {
      const height = between(16, 52, part)
      return (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no other name and never move
          key={index}
          x={9 + index * 12.2}
          y={88 - height}
          width="8"
          height={height}
          fill={palette.shapes[index % palette.shapes.length]}
        />
      )
    }),
  waves: ({ palette, variation: [swing] }) =>
    palette.shapes.map((colour, index) => {
      const top = 50 + index * 16
      const bend = between(10, 22, swing)
      return <path key={colour} d={`M0 ${top}q25 ${-bend} 50 0t50 0V100H0z`} fill={colour} />
    }),
  sun: ({ palette, variation: [turn = 0.5] }) => (
    <g transform={`rotate(${turn * 30} 50 62)`}>
      {Array.from({ length: 12 }, (_, ray) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the rays have no other name and never move
          key={ray}
          d="M50 62 46 12h8z"
          fill={palette.shapes[ray % 2]}
          transform={`rotate(${ray * 30} 50 62)`}
        />
      ))}
      <circle cx="50" cy="62" r="19" fill={palette.shapes[2]} />
    </g>
  ),
}
