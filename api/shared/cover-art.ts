import { type Colours, nearestReadable } from './palette'

/** An SVG element without content. */
export interface Shape {
  tag: 'circle' | 'path' | 'rect'
  attributes: Record<string, string | number>
}

/** The design of a record sleeve of 100 × 100 units. */
export interface CoverArt {
  ground: string
  /** The colour of the text. */
  ink: string
  shapes: Shape[]
  /** The name, broken into lines. */
  lines: string[]
  /** Units. */
  fontSize: number
}

interface Palette {
  ground: string
  ink: string
  shapes: [string, string, string]
}

/** Sleeves in the band's colours. */
function palettesOf({ ground, hot, amber, gold, teal }: Colours): Palette[] {
  const [dark, light] = [ground.night, ground.day]
  const palettes: Palette[] = [
    { ground: hot.day, ink: light, shapes: [amber.day, gold.day, teal.day] },
    { ground: teal.day, ink: light, shapes: [gold.day, amber.day, light] },
    { ground: gold.day, ink: dark, shapes: [dark, hot.day, teal.day] },
    { ground: dark, ink: gold.night, shapes: [hot.night, amber.night, teal.night] },
    { ground: light, ink: dark, shapes: [hot.day, teal.day, amber.day] },
    { ground: amber.day, ink: dark, shapes: [hot.day, dark, light] },
  ]
  return palettes.map((one) => ({ ...one, ink: nearestReadable(one.ink, one.ground, 3) }))
}

const between = (min: number, max: number, part: number) => min + part * (max - min)
/** Rounded, so that the numbers are short in a page. */
const short = (number: number) => Math.round(number * 10) / 10

/** The shapes stay below this height, in units, where the name doesn't reach. */
const shapesTop = 48

type Draw = (colours: Palette['shapes'], random: () => number) => Shape[]

const shape = (tag: Shape['tag'], attributes: Shape['attributes']): Shape => ({ tag, attributes })

const patterns: Draw[] = [
  function arch(colours, random) {
    const cx = short(between(30, 70, random()))
    return colours.map((fill, index) => shape('circle', { cx, cy: 100, r: 51 - index * 14, fill }))
  },
  function slant(colours, random) {
    const rise = short(between(20, 55, random()))
    return colours.map((fill, index) => {
      const right = shapesTop + 1 + index * 14
      const left = short(right + rise)
      return shape('path', { d: `M0 ${left} 100 ${right}v14L0 ${short(left + 14)}z`, fill })
    })
  },
  function rings([stroke, fill], random) {
    const [cx, cy] = [short(between(38, 66, random())), short(between(75, 80, random()))]
    const outer = [24, 19, 14, 9].map((r) =>
      shape('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': 2.8 }),
    )
    return [...outer, shape('circle', { cx, cy, r: 4, fill })]
  },
  function bars(colours, random) {
    return Array.from({ length: 7 }, (_, index) => {
      const height = short(between(12, 41, random()))
      const [x, y] = [short(9 + index * 12.2), short(90 - height)]
      return shape('rect', { x, y, width: 8, height, fill: colours[index % colours.length] ?? '' })
    })
  },
  function waves(colours, random) {
    const [count, swing] = [2 + Math.floor(random() * 3), between(5, 14, random())]
    const width = 100 / count
    return colours.map((fill, index) => {
      const bend = short(swing)
      const crest = short(shapesTop + bend + index * between(11, 14, random()))
      const shift = short(random() * width)
      const half = short(width / 2)
      const curves = Array.from(
        { length: count + 1 },
        () => `q${short(half / 2)} ${-bend} ${half} 0t${half} 0`,
      )
      return shape('path', { d: `M${-shift} ${crest}${curves.join('')}V100H${-shift}z`, fill })
    })
  },
  function sun([one, other, centre], random) {
    const turn = random() * 30
    const rays = Array.from({ length: 12 }, (_, ray) => {
      const transform = `rotate(${short(turn + ray * 30)} 50 78)`
      return shape('path', { d: 'M50 78 47 50h6z', fill: ray % 2 ? other : one, transform })
    })
    return [...rays, shape('circle', { cx: 50, cy: 78, r: 13, fill: centre })]
  },
]

/** Generates the design of a record sleeve. The same name and colours always result in the same design. */
export function coverArt(name: string, colours: Colours): CoverArt {
  const random = randomFrom(name)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const { ground, ink, shapes } = pick(palettesOf(colours))
  return { ground, ink, shapes: pick(patterns)(shapes, random), ...sleeveText(name) }
}

/** Units. */
const fontSizes = [11.5, 10, 8.6, 7.4, 6.4, 5.4]
/** The width of the text in units, the width of a character in ems, and the maximum number of lines. */
const [textWidth, characterWidth, maxLines] = [86, 0.6, 3]

/** Breaks a name into at most three lines, in the largest size that fits. If it does not fit in the
 * smallest size, long words are shortened and the lines after the third are left out. */
function sleeveText(name: string): Pick<CoverArt, 'lines' | 'fontSize'> {
  const words = name.split(/\s+/).filter((word) => /[^\p{Pd}]/u.test(word))
  for (const fontSize of fontSizes) {
    const lines = linesOf(words, Math.floor(textWidth / (fontSize * characterWidth)))
    if (lines && lines.length <= maxLines) return { lines, fontSize }
  }
  const fontSize = fontSizes.at(-1) ?? 0
  const width = Math.floor(textWidth / (fontSize * characterWidth))
  const shortened = words.map((word) => ([...word].length > width ? cut(word, width) : word))
  return { lines: (linesOf(shortened, width) ?? []).slice(0, maxLines), fontSize }
}

const cut = (word: string, length: number) =>
  `${[...word]
    .slice(0, length - 1)
    .join('')
    .replace(/\p{Pd}+$/u, '')}…`

/** The words in lines of at most `width` characters; undefined if a word is longer. */
function linesOf(words: readonly string[], width: number): string[] | undefined {
  const lines: string[] = []
  for (const word of words) {
    if ([...word].length > width) return
    const last = lines.at(-1)
    if (last !== undefined && [...last].length + 1 + [...word].length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A generator of pseudorandom numbers from 0 to 1, seeded by a text: FNV-1a for the seed, mulberry32 for the
 * sequence. */
function randomFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (const character of text)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Pixels; the size of the drawn sleeve, which lock screens display. */
export const coverSize = 512

/** The path of the drawn sleeve of a track. */
export const trackCoverPath = (id: string): string => `/music/${id}/cover.jpg`
