const files = import.meta.glob<string>('../content/videos/*', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The addresses of a video of `content/videos/`: the smaller modern format first, where there is one. */
export function videoSources(name: string): { src: string; type: string }[] {
  const formats = [
    { ending: 'webm', type: 'video/webm' },
    { ending: 'mp4', type: 'video/mp4' },
  ]
  return formats.flatMap(({ ending, type }) => {
    const src = files[`../content/videos/${name}.${ending}`]
    return src === undefined ? [] : [{ src, type }]
  })
}
