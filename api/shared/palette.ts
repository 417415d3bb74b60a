/** The colours that are derived from a band's five, so that every text keeps the contrast of WCAG 2.2, level AA. */

/** A band's colours as #rrggbb, by day and by night. */
export type Colours = Record<
  'ground' | 'hot' | 'amber' | 'gold' | 'teal',
  Record<'day' | 'night', string>
>
type Rgb = readonly [red: number, green: number, blue: number]

/** The contrast of texts (WCAG 2.2, 1.4.3), with a margin for rounding, and of the edges of controls (1.4.11). */
const [textContrast, edgeContrast] = [4.55, 3]
/** Warm black and cream, and pure black and white for grounds on which these have too little contrast. */
const inks = { dark: ['#241710', '#000000'], light: ['#fff8ea', '#ffffff'] } as const
/** Tickets and notices lie on light paper in both schemes. */
const papers = { day: '#fff8ea', night: '#f3e3c6' } as const

const rgbOf = (colour: string): Rgb => {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

/** The relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** A mixture of two colours.
 * @param share of the second one, from 0 to 1 */
function mix(one: string, other: string, share: number): string {
  const second = rgbOf(other)
  const parts = rgbOf(one).map((part, at) =>
    Math.round(part + ((second[at] as number) - part) * share),
  )
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const isReadable = (colour: string, grounds: readonly string[], least = textContrast) =>
  grounds.every((ground) => contrast(colour, ground) >= least)

/** The first mixture of a colour with another one that has enough contrast to some grounds.
 * @param share of the other colour in the first mixture */
function mixedUntil(
  colour: string,
  other: string,
  grounds: readonly string[],
  share: number,
  least = textContrast,
): string {
  for (let part = share; part < 1; part += 0.04) {
    const mixed = mix(colour, other, part)
    if (isReadable(mixed, grounds, least)) return mixed
  }
  return other
}

/** The colour of texts on a ground: warm black or cream, or the extreme if that is too weak. Either black or white has a
 * contrast of at least 4.58 to any colour. */
function inkOn(ground: string): string {
  const [black, white] = [inks.dark[1], inks.light[1]]
  const tones = contrast(black, ground) >= contrast(white, ground) ? inks.dark : inks.light
  return mixedUntil(tones[0], tones[1], [ground], 0)
}

/** Mixes a colour with the text colour of a ground until it is readable there; returns a readable colour unchanged.
 * @param least the contrast from which a colour counts as readable; 3 suffices for large texts (WCAG 2.2, 1.4.3) */
export const nearestReadable = (colour: string, ground: string, least = textContrast): string =>
  mixedUntil(colour, inkOn(ground), [ground], 0, least)

/** All colours of a scheme, as custom properties of CSS. */
export function paletteOf(colours: Colours, scheme: 'day' | 'night'): Record<string, string> {
  const of = (name: keyof Colours) => colours[name][scheme]
  const [ground, hot, gold] = [of('ground'), of('hot'), of('gold')]
  const ink = inkOn(ground)
  const ground2 =
    [0.07, 0.04, 0.02]
      .map((share) => mix(ground, of('amber'), share))
      .find((colour) => isReadable(ink, [colour])) ?? ground
  const tinted = mix(ground, ink, 0.06)
  const hover = isReadable(ink, [tinted]) ? tinted : ground
  const grounds = [ground, ground2, hover]
  const onGold = inkOn(gold)
  // A button must be seen on the ground, whatever colours a band has.
  const fill = mixedUntil(hot, ink, grounds, 0, edgeContrast)
  return {
    '--ground': ground,
    '--hot': hot,
    '--amber': of('amber'),
    '--gold': gold,
    '--teal': of('teal'),
    '--ground-2': ground2,
    '--hover': hover,
    '--ink': ink,
    // Begins with 28 % of the ground, and mixes in ink until it is readable.
    '--ink-2': mixedUntil(mix(ink, ground, 0.28), ink, grounds, 0),
    '--hot-text': mixedUntil(hot, ink, grounds, 0.14),
    '--hot-fill': fill,
    '--on-hot': inkOn(fill),
    '--on-gold': onGold,
    '--on-gold-hot': mixedUntil(hot, onGold, [gold], 0.3),
    // The paper is light by night, too.
    '--on-paper-hot': mixedUntil(colours.hot.day, inks.dark[0], [papers[scheme]], 0.12),
    '--edge': mixedUntil(mix(ground, ink, 0.55), ink, [ground, ground2], 0, edgeContrast),
    '--line': mix(ground, ink, 0.15),
  }
}

/** The colours of both schemes, as custom properties whose values follow the scheme (`light-dark()`, CSS Color 5). */
export function palette(colours: Colours): Record<string, string> {
  const [day, night] = [paletteOf(colours, 'day'), paletteOf(colours, 'night')]
  return Object.fromEntries(
    Object.entries(day).map(([name, value]) => [name, `light-dark(${value}, ${night[name]})`]),
  )
}
