const palettes = [
  { ground: '#b8341a', ink: '#fff3dc', shapes: ['#e08a1e', '#f2b84b', '#2c7f7a'] },
  { ground: '#2c7f7a', ink: '#fff3dc', shapes: ['#f2b84b', '#e08a1e', '#f6ead3'] },
  { ground: '#f2b84b', ink: '#241710', shapes: ['#241710', '#b8341a', '#2c7f7a'] },
  { ground: '#241710', ink: '#ffd27a', shapes: ['#ff6a3d', '#ffb347', '#4fb3aa'] },
  { ground: '#efdfc0', ink: '#241710', shapes: ['#c2361a', '#2c7f7a', '#e08a1e'] },
  { ground: '#7a1b09', ink: '#ffe7c2', shapes: ['#f2b84b', '#ff6a3d', '#4fb3aa'] },
] as const

const patterns = ['arch', 'slant', 'rings', 'bars', 'waves', 'sun'] as const

export interface CoverArt {
  pattern: (typeof patterns)[number]
  palette: (typeof palettes)[number]
  /** Random numbers from 0 to 1 for the pattern's parameters. */
  variation: readonly number[]
  /** The text on the sleeve: at most two lines of the name without its stop words. */
  lines: readonly string[]
}

const stopWords = new Set(['a', 'an', 'and', 'at', 'for', 'in', 'of', 'on', 'the', 'to'])
/** Characters. */
const maxLineLength = 11
/** Characters. */
const maxWordLength = 12

/** Generates the design of a record sleeve. The same name always results in the same design. */
export function coverArt(name: string): CoverArt {
  const random = randomFrom(name)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  return {
    palette: pick(palettes),
    pattern: pick(patterns),
    variation: Array.from({ length: 8 }, random),
    lines: sleeveLines(name),
  }
}

function sleeveLines(name: string): string[] {
  const words = name.split(/[\s,]+/).filter(Boolean)
  const significant = words.filter((word) => !stopWords.has(word.toLowerCase()))
  const lines: string[] = []
  for (const word of significant.length > 0 ? significant : words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < maxLineLength)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.length > maxWordLength ? `${word.slice(0, maxWordLength - 1)}…` : word)
  }
  return lines.slice(0, 2)
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
