/** Makes subsets of the site's fonts (`npm run fonts:make`): one with the characters of English text, which every page
 * loads, and others that a browser loads only when a page contains one of their characters. The unicode ranges are
 * in `web/styles/fonts.css`. */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const target = join(import.meta.dirname, '../web/styles/fonts')
/** The fonts of the pictures that the server draws; its text renderer needs uncompressed fonts with one weight. */
const cardTarget = join(import.meta.dirname, '../api/drawing/fonts')

interface Font {
  name: string
  /** URL of a file in the package's folder. */
  source: string
  file: string
  axes?: Record<string, { min: number; max: number }>
}

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

const seldom = '*<=>[\\]^_`{|}~'
const ascii = [...span(0x20, 0x7e)].filter((character) => !seldom.includes(character)).join('')
const basic = `${ascii}\u{a0}©·×é–—‘’“”…−`
const rest = `${seldom}${span(0xa1, 0xff)}ıŒœ${span(0x2010, 0x203a)}€™−`
const more = [...rest].filter((character) => !basic.includes(character)).join('')

/** The axes are limited to the weights that the styles use. */
const fonts: Font[] = [
  {
    name: 'caprasimo',
    source: import.meta.resolve('@fontsource/caprasimo/package.json'),
    file: 'caprasimo-latin-400-normal',
  },
  {
    name: 'figtree',
    source: import.meta.resolve('@fontsource-variable/figtree/package.json'),
    file: 'figtree-latin-wght-normal',
    axes: { wght: { min: 400, max: 800 } },
  },
]

/** The characters of each subset of Noto Sans that the server's drawings use. */
const fallbacks = {
  latin: ascii + seldom + rest,
  'latin-ext': span(0x100, 0x24f),
  vietnamese: span(0x1ea0, 0x1ef9),
  greek: span(0x370, 0x3ff),
  cyrillic: span(0x400, 0x45f) + span(0x490, 0x491),
}

const notoSans = dirname(fileURLToPath(import.meta.resolve('@fontsource/noto-sans/package.json')))
for (const [part, characters] of Object.entries(fallbacks))
  await writeFile(
    join(cardTarget, `noto-sans-${part}.ttf`),
    await subsetFont(
      await readFile(join(notoSans, `files/noto-sans-${part}-800-normal.woff2`)),
      characters,
      { targetFormat: 'sfnt' },
    ),
  )
await writeFile(
  join(cardTarget, 'noto-sans.LICENSE.txt'),
  await readFile(join(notoSans, 'LICENSE')),
)

for (const { name, source, file, axes } of fonts) {
  const folder = dirname(fileURLToPath(source))
  const font = await readFile(join(folder, `files/${file}.woff2`))
  for (const [part, characters] of Object.entries({ basic, more }))
    await writeFile(
      join(target, `${name}-${part}.woff2`),
      await subsetFont(font, characters, {
        targetFormat: 'woff2',
        ...(axes && { variationAxes: axes }),
      }),
    )
  const extended = file.replace('-latin-', '-latin-ext-')
  await writeFile(
    join(target, `${name}-extended.woff2`),
    await readFile(join(folder, `files/${extended}.woff2`)),
  )
  await writeFile(
    join(cardTarget, `${name}.ttf`),
    await subsetFont(font, ascii + seldom + rest, {
      targetFormat: 'sfnt',
      ...(axes && { variationAxes: { wght: 800 } }),
    }),
  )
  for (const folderOfFont of [target, cardTarget])
    await writeFile(
      join(folderOfFont, `${name}.LICENSE.txt`),
      await readFile(join(folder, 'LICENSE')),
    )
}
