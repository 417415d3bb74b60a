import type { Site } from '../../../../api/contract/site'

type Colours = Site['colours']

/** A palette from five colours (rrggbb): the ground, then the four stripes in their order. */
function palette(day: string, night: string): Colours {
  const colour = (scheme: string, place: number) => `#${scheme.split(' ')[place]}`
  const at = (place: number) => ({ day: colour(day, place), night: colour(night, place) })
  return { ground: at(0), hot: at(1), amber: at(2), gold: at(3), teal: at(4) }
}

/** Palettes to start from, by their names. Each first stripe is readable as a text. */
export const readyPalettes: Readonly<Record<string, Colours>> = {
  Sunset: palette('f6ead3 c2361a e08a1e f2b84b 2c7f7a', '17100c ff6a3d ffb347 ffd27a 4fb3aa'),
  'Blue note': palette('f1f5fa 1f4fa3 4c86d6 a5c8f2 2b8580', '0d1522 7fb0ff 5a93e6 a9cbf5 49b3ad'),
  Evergreen: palette('f3f6ea 2c6631 7f9f3f d3d57a a35f2b', '10180f 86c98a 9cc45b d9dd86 d18a4e'),
  Neon: palette('f8f2fd a8117f 7a3ff2 ffd166 00839b', '140e1f ff6ad5 a98bff ffe08a 3fd8ee'),
  Brass: palette('faf6ec 805200 b98a2e f0d58a 55504a', '121110 e8b64c c79a3c f2d98f 8e877d'),
  Cherry: palette('fdf3f0 b3162b e0564a f7c6a3 39506b', '1c0e10 ff7a85 ee7b6d f5cfae 7f9cc0'),
}
