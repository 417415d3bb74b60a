import type { ComponentProps, CSSProperties } from 'react'
import type { PictureReference } from '../../api/contract/pictures'
import { sizePath, widthsOf } from '../../api/shared/picture-sizes'

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> & {
  picture: PictureReference
  /** The alternative text; by default the picture's own. */
  alt?: string
  /** The value of the `sizes` attribute. */
  sizes: string
}

/** A responsive picture: AVIF, with JPEG as the fallback. Its background is its placeholder until it is loaded. */
export function Picture({ picture, alt = picture.alt ?? '', sizes, ...rest }: PictureProps) {
  const { src, width, height, placeholder, focus } = picture
  const srcSet = widthsOf(width)
    .map((each) => `${sizePath(src, each)} ${each}w`)
    .join(', ')
  return (
    <picture style={{ '--ratio': `${width} / ${height}` } as CSSProperties}>
      {srcSet && <source type="image/avif" srcSet={srcSet} sizes={sizes} />}
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        style={{
          ...(placeholder && { background: `url(${placeholder}) 0 0 / 100% 100%` }),
          ...(focus && { objectPosition: `${focus.x}% ${focus.y}%` }),
        }}
        {...rest}
      />
    </picture>
  )
}
