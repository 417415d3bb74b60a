import { join } from 'node:path'
import { escapeMarkup } from '../shared/escape-markup'

const folder = join(import.meta.dirname, 'fonts')

/** The fonts that the server draws with. */
const fonts = {
  display: { font: 'Caprasimo', fontfile: join(folder, 'caprasimo.ttf') },
  // Pango's name of the family in the file, which contains only the weight 800; the comma ends the name.
  read: { font: 'Figtree Light,', fontfile: join(folder, 'figtree.ttf') },
}

/** The font of texts with letters that these two lack, such as names in other languages. It is in five files; Pango uses a file
 * after it was loaded. */
const fallbackFont = { font: 'Noto Sans ExtraBold,', fontfile: join(folder, 'noto-sans-latin.ttf') }
const fallbackFiles = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'].map((part) =>
  join(folder, `noto-sans-${part}.ttf`),
)

/** Texts of one or more lines that the two main fonts can draw. */
const inMainFonts = /^[\n\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ffıŒœ\u2010-\u2027\u2030-\u203a€™−]*$/
/** Characters that can be drawn; a text with others would have boxes in their place. */
const drawable =
  /^(?=.*\S)[\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f\u0386-\u03ce\u0400-\u045f\u0490\u0491\u1ea0-\u1ef9\u2010-\u2027\u2030-\u203a€™−]+$/

/** Whether a text can be drawn with the server's fonts. */
export const isDrawable = (text: string): boolean => drawable.test(text)

/** Loads the library for images when it is needed, because it takes memory. */
export const loadSharp = async () => (await import('sharp')).default

let loading: Promise<unknown> | undefined
const loadFallbackFont = async () => {
  const sharp = await loadSharp()
  loading ??= Promise.all(
    fallbackFiles.map((fontfile) =>
      sharp({ text: { ...fallbackFont, text: '.', fontfile } }).metadata(),
    ),
  )
  await loading.catch((error: unknown) => {
    // The next drawing tries again.
    loading = undefined
    throw error
  })
  return fallbackFont
}

export interface TextImage {
  text: string
  font: keyof typeof fonts
  colour: string
  /** Pixels, after which a line is broken. */
  width: number
  /** Pixels of a box, in which the text gets the largest size that fits. Ignored with `size`. */
  height?: number
  /** Pixels of the font. */
  size?: number
}

/** Draws a text as a PNG with a transparent background: in the given size, or in the largest one that fits, with line
 * breaks if they allow a larger one. */
export async function drawText({ text, font, colour, width, height, size }: TextImage) {
  const family = inMainFonts.test(text) ? fonts[font] : await loadFallbackFont()
  const sharp = await loadSharp()
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escapeMarkup(text)}</span>`,
      // At 72 dots per inch, a point is a pixel.
      ...(size === undefined
        ? { ...family, ...(height !== undefined && { height }) }
        : { ...family, font: `${family.font} ${size}`, dpi: 72 }),
      rgba: true,
      width,
      // A word that is longer than a line is broken, too.
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
