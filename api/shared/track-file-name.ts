/** The fields of a track that the name of its mp3 contains. */
export interface NamedTrack {
  name: string
  artist?: string
  number?: number
}

const withNumber = /^(?<number>\d{1,3})(?:\s*[-.–]\s*|\s+)(?=[^\s\-.–])/
const betweenArtistAndName = /\s+[-–]\s+/

/** Reads the name, the artist and the number of a track from its file's name, such as `03 - The Forks - Wild Wind.mp3`.
 * @returns at least the name: the whole file name if nothing else is left */
export function trackOfFileName(fileName: string): NamedTrack {
  const text = fileName
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const number = withNumber.exec(text)?.groups?.['number']
  const rest = number === undefined ? text : text.replace(withNumber, '')
  const [first = '', ...others] = rest.split(betweenArtistAndName)
  const name = others.join(' - ')
  return {
    name: name || first || fileName,
    ...(name && first && { artist: first }),
    ...(Number(number) > 0 && { number: Number(number) }),
  }
}
