const files = import.meta.glob<string>('../content/videos/*', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The URL of a WebVTT file with captions in `content/videos/`; undefined without one.
 * @param name the file's name without the extension */
export const captionsOf = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : files[`../content/videos/${name}.vtt`]

/** The URLs of a video in `content/videos/`: WebM first, which is smaller, then MP4, as far as the files exist. */
export function videoSources(name: string): { src: string; type: string }[] {
  const formats = [
    { extension: 'webm', type: 'video/webm' },
    { extension: 'mp4', type: 'video/mp4' },
  ]
  return formats.flatMap(({ extension, type }) => {
    const src = files[`../content/videos/${name}.${extension}`]
    return src === undefined ? [] : [{ src, type }]
  })
}
