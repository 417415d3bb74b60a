import type { AdminTrack } from '../api/contract/music'
import type { AdminShow } from '../api/contract/shows'
import { asAdmin, json, mp3, trackForm } from './requests'
import type { Site } from './site-process'

type Target = Pick<Site, 'fetch' | 'token'>

/** Sends a request of the administrator.
 * @returns the response's body; undefined if it has none */
export async function send<Body>(
  site: Target,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const headers = asAdmin(await site.token())
  const response = await site.fetch(path, body ? json(method, body, headers) : { method, headers })
  return (response.status === 204 ? undefined : await response.json()) as Body
}

/** All shows, as the administrator sees them. */
export const adminShows = async (site: Target) =>
  (await send<{ shows: AdminShow[] }>(site, 'GET', '/api/admin/shows')).shows

/** All tracks, as the administrator sees them. */
export const adminTracks = async (site: Target) =>
  (await send<{ music: AdminTrack[] }>(site, 'GET', '/api/admin/music')).music

/** The tracks that visitors hear. */
export const publicTracks = async (site: Target) =>
  (await send<{ music: AdminTrack[] }>(site, 'GET', '/api/music')).music

/** Adds a show, which is at The Barn unless its fields say otherwise. */
export async function addShow(site: Target, fields: object = {}): Promise<AdminShow> {
  const body = { date: '2031-07-04', venue: 'The Barn', city: 'London', ...fields }
  return (await send<{ show: AdminShow }>(site, 'POST', '/api/shows', body)).show
}

/** Adds a show at a venue of its own, for tests that share a site. */
export async function addOwnShow(site: Target, fields: object = {}) {
  const venue = `Hall ${crypto.randomUUID().slice(0, 8)}`
  const body = { date: '2031-07-04', venue, city: 'London', ...fields }
  const { _id, slug } = await addShow(site, body)
  return {
    venue,
    path: `/Shows/${slug}`,
    /** Changes the show, or one that was added in its place. */
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
