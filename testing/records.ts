import type { AdminTrack, Track } from '../api/contract/music'
import type { AdminShow } from '../api/contract/shows'
import { asAdmin, json, mp3, trackForm } from './requests'
import type { Site } from './site-process'

type Target = Pick<Site, 'fetch' | 'token'>

/** Sends a request as the admin.
 * @returns the response's body; undefined if it has none
 * @throws {Error} if it is refused */
export async function send<Body>(
  site: Target,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const headers = asAdmin(await site.token())
  const response = await site.fetch(path, body ? json(method, body, headers) : { method, headers })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return (response.status === 204 ? undefined : await response.json()) as Body
}

/** Reads all shows, drafts included. */
export const adminShows = async (site: Target) =>
  (await send<{ shows: AdminShow[] }>(site, 'GET', '/api/admin/shows')).shows

/** Reads all tracks, drafts included. */
export const adminTracks = async (site: Target) =>
  (await send<{ music: AdminTrack[] }>(site, 'GET', '/api/admin/music')).music

/** Reads the public tracks. */
export const publicTracks = async (site: Target) =>
  (await send<{ music: Track[] }>(site, 'GET', '/api/music')).music

const someShow = { date: '2031-07-04', venue: 'The Barn', city: 'London' }

/** Adds a show; by default at The Barn in London on July 4, 2031. */
export async function addShow(site: Target, fields: object = {}): Promise<AdminShow> {
  const body = { ...someShow, ...fields }
  return (await send<{ show: AdminShow }>(site, 'POST', '/api/shows', body)).show
}

/** Adds a show at a unique venue, for tests that share a site. */
export async function addUniqueShow(site: Target, fields: object = {}) {
  const venue = `Hall ${crypto.randomUUID().slice(0, 8)}`
  const body = { ...someShow, venue, ...fields }
  const { _id, slug } = await addShow(site, body)
  return {
    venue,
    path: `/Shows/${slug}`,
    /** Changes the show, or by `id` one that was added in its place. */
    change: (changes: object, id = _id) =>
      send<unknown>(site, 'PUT', `/api/shows/${id}`, { ...body, ...changes }),
    remove: (id = _id) => send<unknown>(site, 'DELETE', `/api/shows/${id}`),
  }
}

/** Adds a track. */
export async function addTrack(site: Target, name: string, file = mp3().subarray(0, 20_000)) {
  const body = trackForm({ name, artist: 'Us', location: 'Here' }, file)
  const headers = asAdmin(await site.token())
  const response = await site.fetch('/api/music/upload', { method: 'POST', headers, body })
  return ((await response.json()) as { music: AdminTrack }).music
}

/** Adds a song; by default of an artist called Traditional.
 * @returns its id */
export async function addSong(site: Target, fields: object): Promise<string> {
  const body = { artist: 'Traditional', ...fields }
  return (await send<{ song: { _id: string } }>(site, 'POST', '/api/songs', body)).song._id
}

/** Adds songs.
 * @returns their ids */
export const addSongs = (site: Target, songs: readonly object[]) =>
  Promise.all(songs.map((song) => addSong(site, song)))
