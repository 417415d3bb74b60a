import pLimit from 'p-limit'
import { loadSharp } from '../drawing/text-image'
import { Problem } from '../http/problem'

/** Formats that are accepted. SVG is not, because it can refer to other files. */
const formats = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'])
/** Pixels of an uploaded picture; decoding takes 4 bytes for each. */
const maxPixels = 40_000_000
/** Pixels of the stored picture: twice as wide as it is displayed. */
const [maxWidth, maxHeight] = [1200, 1600]

const notAPicture = () =>
  new Problem(
    415,
    'The file is not a readable picture of at most 40 million pixels: choose a smaller JPEG, PNG, WebP or AVIF.',
  )

// One at a time, because a large picture takes much memory.
const limit = pLimit(1)

/** Scales a picture down and encodes it as JPEG without its metadata, such as the place where it was taken.
 * @throws Problem 415 if it is not a picture, or has too many pixels */
export const scaledPicture = (
  bytes: Uint8Array,
): Promise<{ content: Uint8Array; width: number; height: number }> =>
  limit(async () => {
    const sharp = await loadSharp()
    try {
      const { format } = await sharp(bytes).metadata()
      if (!formats.has(format)) throw notAPicture()
      const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels })
        .autoOrient()
        .resize(maxWidth, maxHeight, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff8ea' })
        .jpeg({ quality: 82, mozjpeg: true })
        .toBuffer({ resolveWithObject: true })
      return { content: data, width: info.width, height: info.height }
    } catch {
      throw notAPicture()
    }
  })
