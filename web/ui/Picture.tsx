import type { ComponentProps, CSSProperties } from 'react'

const folder = '../content/pictures'

interface Sizes {
  /** Addresses with widths, as `srcset` has them. */
  avif: Record<string, string>
  /** For browsers without AVIF, and for other sites. */
  jpeg: Record<string, { src: string; width: number; height: number }>
  /** Of a few pixels, in the address itself. */
  blurred: Record<string, string>
}

const made: Sizes = {
  avif: import.meta.glob(`../content/pictures/*.{jpg,jpeg,png,webp}`, {
    eager: true,
    import: 'default',
    query: '?w=400;600;800;1280;1920&format=avif&quality=45&effort=6&as=srcset',
  }),
  jpeg: import.meta.glob(`../content/pictures/*.{jpg,jpeg,png,webp}`, {
    eager: true,
    import: 'default',
    query: '?w=1280&format=jpg&quality=76&as=meta:src;width;height',
  }),
  blurred: import.meta.glob(`../content/pictures/*.{jpg,jpeg,png,webp}`, {
    eager: true,
    import: 'default',
    query: '?w=5&h=5&fit=fill&format=png&inline&as=url',
  }),
}

const endings = ['jpg', 'jpeg', 'png', 'webp']

/** What the build made of a picture.
 * @param name its name in `content/pictures/`, without the ending */
function pictureFiles(name: string) {
  for (const ending of endings) {
    const path = `${folder}/${name}.${ending}`
    const [avif, jpeg, blurred] = [made.avif[path], made.jpeg[path], made.blurred[path]]
    if (avif && jpeg && blurred) return { avif, jpeg, blurred }
  }
  throw new Error(`There is no picture content/pictures/${name}.`)
}

/** The address of a picture as JPEG. */
export const pictureUrl = (name: string): string => pictureFiles(name).jpeg.src

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> & {
  /** The picture's name in `content/pictures/`, without the ending. */
  name: string
  alt: string
  /** How wide it is shown, as the `sizes` attribute has it. */
  sizes: string
}

/** A picture in the size that the screen needs: as AVIF, and as JPEG where a browser can't. Until it comes, a blur
 * of it stands in its place. */
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
