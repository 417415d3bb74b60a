import { join } from 'node:path'

const folder = join(import.meta.dirname, 'fonts')

/** The fonts that the server draws with. */
const fonts = {
  display: { font: 'Caprasimo', fontfile: join(folder, 'caprasimo.ttf') },
  // Pango's name of the family in the file, which contains only the weight 800; the comma ends the name.
  read: { font: 'Figtree Light,', fontfile: join(folder, 'figtree.ttf') },
}

/** Characters that the fonts contain; a text with others would have boxes in their place. */
const drawable =
  /^(?=.*\S)[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ffıŒœ\u2010-\u2027\u2030-\u203a€™−]+$/

/** Whether a text can be drawn with the server's fonts. */
export const isDrawable = (text: string): boolean => drawable.test(text)

/** Loads the library for images when it is needed, because it takes memory. */
export const loadSharp = async () => (await import('sharp')).default

export interface TextImage {
  text: string
  font: keyof typeof fonts
  colour: string
  /** Pixels of the box that the text fills as far as it can. */
  width: number
  height: number
}

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Draws a text as a PNG with a transparent background, in the largest size that fits, with line breaks if they allow a
 * larger one. */
export async function drawText({ text, font, colour, width, height }: TextImage) {
  const sharp = await loadSharp()
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escapeMarkup(text)}</span>`,
      ...fonts[font],
      rgba: true,
      width,
      height,
      wrap: 'word',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
