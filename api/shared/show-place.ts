import type { Show } from '../contract/shows'
import type { Site } from '../contract/site'

let countryNames: Intl.DisplayNames | undefined

/** The English name of a country.
 * @param country ISO 3166-1 alpha-2 */
export function countryNameOf(country: string): string | undefined {
  // Created at the first call, which takes more than a tenth of a second on a phone.
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region' })
  return countryNames.of(country)
}

/** The street address of a show with its city, unless the address already contains the city behind a comma. */
export function addressOf({ address, city }: Pick<Show, 'address' | 'city'>): string {
  const [, ...parts] = (address ?? '').split(',').map((part) => `${part.trim().toLowerCase()} `)
  const hasCity = parts.some((part) => part.startsWith(`${city.toLowerCase()} `))
  return hasCity || !address ? (address ?? city) : `${address}, ${city}`
}

/** The place of a show in one line, with the band's region and country, so that a map or a calendar finds the right
 * city. */
export function placeOf(
  show: Pick<Show, 'venue' | 'address' | 'city'>,
  band: Pick<Site, 'region' | 'country'> & { countryName?: string },
): string {
  const { region, country, countryName = country && countryNameOf(country) } = band
  return [show.venue, addressOf(show), region, countryName].filter(Boolean).join(', ')
}
