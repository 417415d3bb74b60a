import { ObjectId } from 'mongodb'
import type { ShowOfEnquiry } from '../contract/enquiries'
import type { AdminShow, ShowBody } from '../contract/shows'
import { invalidField } from '../http/problem'
import { detailsOf } from '../shared/enquiry-details'
import { limits } from '../shared/limits'
import type { EnquiryRepository } from './enquiries.repository'

/** What making a show of an enquiry needs of the rest of the site. */
export interface ShowServices {
  band: () => { town?: string; region?: string }
  /** The stored songs with these ids, in the order of the ids. */
  storedSongs: (ids: readonly string[] | undefined) => readonly { _id: string; title: string }[]
  /** Stores a show once for each key.
   * @returns the show, which may be an earlier one */
  addShow: (show: ShowBody, key: string, request: Request) => Promise<AdminShow>
}

interface Dependencies extends ShowServices {
  repository: Pick<EnquiryRepository, 'read' | 'linkShow'>
}

/** Makes a show of an enquiry once, and links both.
 * @param by the name of the device
 * @throws Problem 404 if there is no such enquiry, 422 if it has no date */
export async function makeShow(
  { repository, band, storedSongs, addShow }: Dependencies,
  _id: ObjectId,
  { visibility }: ShowOfEnquiry,
  request: Request,
  by: string | undefined,
): Promise<AdminShow> {
  const enquiry = await repository.read(_id)
  const { date, place, name, phone, email, occasion, guests } = enquiry
  if (date === undefined)
    throw invalidField('date', 'This enquiry has no date; set its date first.')
  const enquiryId = _id.toHexString()
  const contact = lineFrom([name, phone, email].filter(Boolean).join(', '))
  const { town, region } = band()
  // The town may include the region: “London, Ontario”.
  const { venue, city = town?.split(',')[0] ?? venue } = venueAndCityOf(
    place ?? lineFrom(`${name}’s event`),
    region,
  )
  const songIds = storedSongs([...new Set(enquiry.songIds)]).map(({ _id: id }) => id)
  const setList = songIds.length > 0 ? [{ songIds }] : undefined
  const privateNote = detailsOf({ ...(occasion && { occasion }), ...(guests && { guests }) })
  const optional = { ...(setList && { setList }), ...(privateNote && { privateNote }) }
  const show = { date, venue, city, visibility, enquiryId, contact, ...optional }
  const made = await addShow(show, `enquiry-${enquiryId}`, request)
  await repository.linkShow(_id, new ObjectId(made._id), by)
  return made
}

/** Splits a place such as 'Rossi Bar, Strathroy' at its only comma. Any other place is a venue without a city, also one that ends
 * with the band's region, with two capitals such as ON, or with anything else that no city begins with. */
function venueAndCityOf(place: string, region = ''): { venue: string; city?: string } {
  const [, venue, city] = /^([^,]*[^,\s])\s*,\s*(\p{Lu}[^,\d]*)$/u.exec(place.trim()) ?? []
  if (!venue || !city || city === region || /^\p{Lu}{2}$/u.test(city)) return { venue: place }
  return { venue, city }
}

/** The first characters of a text, as many as a line may have. */
const lineFrom = (text: string) => [...text].slice(0, limits.line).join('')
