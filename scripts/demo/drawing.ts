/** The SVG shapes and colours of all demo pictures. */
export const colours = {
  ground: '#17100c',
  night: '#0c0806',
  wood: '#3a271b',
  paper: '#f3e3c6',
  cream: '#ffe7b0',
  hot: '#ff6a3d',
  brick: '#b8341a',
  amber: '#ffb347',
  gold: '#ffd27a',
  teal: '#4fb3aa',
  deepTeal: '#2c7f7a',
  wine: '#5a1408',
} as const

export const stripes = [colours.hot, colours.amber, colours.gold, colours.teal]

export const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`

/** Formats a number with one decimal at most, to keep the SVG small. */
export const n = (value: number) => Number(value.toFixed(1)).toString()

export const turn = 2 * Math.PI

/** Swings between -1 and 1, `times` per loop; `time` runs from 0 to 1. */
export const swing = (time: number, times = 1, offset = 0) =>
  Math.sin(turn * (time * times + offset))

/** Falls exponentially from 1 at each beat to about 0 before the next. */
export const pulse = (time: number, beats: number) => Math.exp(-4 * ((time * beats) % 1))

export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${r}" fill="${fill}" ${more}/>`

export const path = (d: string, fill: string, more = '') =>
  `<path d="${d}" fill="${fill}" ${more}/>`

export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

export const group = (content: string, transform = '', more = '') =>
  `<g ${transform ? `transform="${transform}"` : ''} ${more}>${content}</g>`

/** The four stripes as nested half circles around a point. */
export const arch = (x: number, y: number, radius: number, band: number) =>
  stripes.map((colour, index) => circle(x, y, radius - index * band, colour)).join('')

/** A loudspeaker cabinet whose lamp and cones glow with the beat. */
export function amplifier(
  x: number,
  y: number,
  width: number,
  height: number,
  glow: number,
): string {
  const cone = width * 0.19
  const cones = [0.3, 0.7].flatMap((column) =>
    [0.47, 0.8].map((row) => {
      const [cx, cy] = [x + width * column, y + height * row]
      return (
        circle(cx, cy, cone, '#1f150f') +
        circle(cx, cy, cone * (0.62 + glow * 0.06), colours.wood) +
        circle(cx, cy, cone * 0.24, colours.hot, `opacity="${n(0.25 + glow * 0.75)}"`)
      )
    }),
  )
  const lamps = [0.2, 0.3, 0.4].map((column) =>
    circle(
      x + width * column,
      y + height * 0.14,
      width * 0.025,
      colours.gold,
      `opacity="${n(0.5 + glow * 0.5)}"`,
    ),
  )
  return (
    rect(x, y, width, height, colours.night, width * 0.06) +
    rect(x + width * 0.08, y + height * 0.07, width * 0.84, height * 0.14, colours.wood, 4) +
    cones.join('') +
    lamps.join('')
  )
}

/** A crowd from behind: heads that nod with the beat, and some arms in the air. */
export function crowd(
  width: number,
  y: number,
  size: number,
  time: number,
  colour: string,
): string {
  const heads = Array.from({ length: Math.ceil(width / (size * 1.35)) + 1 }, (_, index) => {
    const nod = Math.abs(swing(time, 8, (index * 0.37) % 1)) * size * 0.22
    const x = index * size * 1.35
    const top = y - ((index * 53) % 17) - nod
    const hasArm = index % 3 === 1
    const wave = swing(time, 4, index * 0.21) * 12
    const arm = hasArm
      ? group(
          rect(-size * 0.17, -size * 3.1, size * 0.34, size * 3.2, colour, size * 0.17),
          `translate(${n(x + size * 0.5)} ${n(top + size)}) rotate(${n(wave)})`,
        )
      : ''
    return (
      arm +
      circle(x, top, size * 0.62, colour) +
      rect(x - size, top + size * 0.5, size * 2, size * 4, colour, size * 0.8)
    )
  })
  return heads.join('')
}

/** Light from a lamp above: a cone that sways. */
export const beam = (
  x: number,
  y: number,
  length: number,
  spread: number,
  angle: number,
  colour: string,
  opacity: number,
) =>
  group(
    path(
      `M-6 0 ${n(-spread)} ${n(length)}H${n(spread)}L6 0z`,
      colour,
      `opacity="${n(opacity * 10) === '0' ? 0 : opacity.toFixed(2)}"`,
    ),
    `translate(${n(x)} ${n(y)}) rotate(${n(angle)})`,
  )
