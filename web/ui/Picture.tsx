import type { ComponentProps, CSSProperties } from 'react'

const folder = '../content/pictures'

interface Sizes {
  /** Values of the `srcset` attribute. */
  avif: Record<string, string>
  /** For browsers that do not support AVIF, and for links from other sites. */
  jpeg: Record<string, { src: string; width: number; height: number }>
  /** Data URLs of placeholders of 5 × 5 pixels. */
  blurred: Record<string, string>
}

// The endings are those of `pictureEndings` in `scripts/check-content.ts`; they must be literals here.
const generated: Sizes = {
  avif: import.meta.glob(`../content/pictures/*.{jpg,jpeg,png,webp,JPG,JPEG,PNG,WEBP}`, {
    eager: true,
    import: 'default',
    query: '?w=400;600;800;1280;1920&format=avif&quality=45&effort=3&as=srcset',
  }),
  jpeg: import.meta.glob(`../content/pictures/*.{jpg,jpeg,png,webp,JPG,JPEG,PNG,WEBP}`, {
    eager: true,
    import: 'default',
    query: '?w=1280&format=jpg&quality=76&as=meta:src;width;height',
  }),
  blurred: import.meta.glob(`../content/pictures/*.{jpg,jpeg,png,webp,JPG,JPEG,PNG,WEBP}`, {
    eager: true,
    import: 'default',
    query: '?w=5&h=5&fit=fill&format=png&inline&as=url',
  }),
}

/** The files that the build generated from a picture.
 * @param name the picture's name in `content/pictures/`, without the extension */
function pictureFiles(name: string) {
  const isOfName = (path: string) => path.slice(0, path.lastIndexOf('.')) === `${folder}/${name}`
  const path = Object.keys(generated.jpeg).find(isOfName) ?? ''
  const [avif, jpeg, blurred] = [
    generated.avif[path],
    generated.jpeg[path],
    generated.blurred[path],
  ]
  if (avif && jpeg && blurred) return { avif, jpeg, blurred }
  throw new Error(`There is no picture content/pictures/${name}.`)
}

/** The URL of a picture as JPEG. */
export const pictureUrl = (name: string): string => pictureFiles(name).jpeg.src

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> & {
  /** The picture's name in `content/pictures/`, without the extension. */
  name: string
  alt: string
  /** The value of the `sizes` attribute. */
  sizes: string
}

/** A responsive picture: AVIF, with JPEG as the fallback. Its background is a blurred placeholder until it is
 * loaded. */
export function Picture({ name, alt, sizes, ...rest }: PictureProps) {
  const { avif, jpeg, blurred } = pictureFiles(name)
  return (
    <picture style={{ '--ratio': `${jpeg.width} / ${jpeg.height}` } as CSSProperties}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={jpeg.src}
        width={jpeg.width}
        height={jpeg.height}
        alt={alt}
        decoding="async"
        style={{ background: `url(${blurred}) 0 0 / 100% 100%` }}
        {...rest}
      />
    </picture>
  )
}
