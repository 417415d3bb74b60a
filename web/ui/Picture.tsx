import type { ComponentProps } from 'react'

const files = import.meta.glob<string>('../content/pictures/*', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The address of a file in `content/pictures/`. */
export function pictureUrl(file: string): string {
  const url = files[`../content/pictures/${file}`]
  if (url === undefined) throw new Error(`There is no picture content/pictures/${file}.`)
  return url
}

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  /** The picture's name in `content/pictures/`, without the ending. */
  name: string
  alt: string
  width: number
  height: number
}

/** A picture as AVIF, and as JPEG where a browser can't. */
export function Picture({ name, alt, ...rest }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={pictureUrl(`${name}.avif`)} />
      <img src={pictureUrl(`${name}.jpg`)} alt={alt} decoding="async" {...rest} />
    </picture>
  )
}
