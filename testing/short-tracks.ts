import { asAdmin, mp3, trackForm } from './requests'

/** Adds tracks of about half a second each, named Short 1, Short 2 and so on.
 * @param more further fields of each track, by its number */
export async function addShortTracks(
  url: string,
  token: string,
  count: number,
  more: (number: number) => Record<string, string> = () => ({}),
): Promise<void> {
  const bytes = mp3().subarray(0, 9_000)
  for (let number = 1; number <= count; number += 1) {
    const fields = {
      name: `Short ${number}`,
      artist: 'The Forks',
      location: 'Here',
      ...more(number),
    }
    const body = trackForm(fields, bytes, `short-${number}.mp3`)
    const upload = { method: 'POST', headers: asAdmin(token), body }
    const response = await fetch(`${url}/api/music/upload`, upload)
    if (response.status !== 201) throw new Error(`The upload was answered with ${response.status}.`)
  }
}
