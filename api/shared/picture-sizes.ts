import type { PictureReference } from '../contract/pictures'

/** The widths, in pixels, in which pictures are available as AVIF. */
export const pictureWidths = [400, 600, 800, 1280, 1920] as const

/** The ending of the addresses of pictures, which are JPEGs. */
const ending = '.jpg'

/** The address of a picture in one of `pictureWidths`.
 * @param src the address of the picture itself */
export const sizePath = (src: string, width: number): string =>
  `${src.slice(0, -ending.length)}-${width}.avif`

/** The widths in which a picture is available.
 * @param width of the picture itself */
export const widthsOf = (width: number): number[] => pictureWidths.filter((each) => each <= width)

/** The width that phones save for offline use. */
export const savedWidth = (width: number): number | undefined =>
  widthsOf(width).findLast((each) => each <= 800)

/** All pictures in a content: each object with an address and a width. */
export function picturesIn(content: unknown): PictureReference[] {
  if (typeof content !== 'object' || content === null) return []
  const { src, width } = content as Partial<PictureReference>
  if (typeof src === 'string' && typeof width === 'number') return [content as PictureReference]
  return Object.values(content).flatMap(picturesIn)
}
