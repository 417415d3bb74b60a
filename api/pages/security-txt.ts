import { defaultLocale } from '../shared/locale'
import { feedPaths } from '../shared/site-map'

const aDay = 24 * 60 * 60_000
/** The validity of the file in days; RFC 9116, 2.5.5, recommends less than a year. */
const validDays = 180

/** The security contact file (RFC 9116).
 * @param contact a mailto: or https: address
 * @param locale BCP 47
 * @param site the origin of the public site
 * @param now milliseconds since 1970 */
export function securityTxt(
  contact: string,
  locale = defaultLocale,
  site: string,
  now: number,
): string {
  const expires = new Date((Math.floor(now / aDay) + validDays) * aDay)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${locale}`,
    `Canonical: ${site}${feedPaths.security}`,
    '',
  ].join('\n')
}
