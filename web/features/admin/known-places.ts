import type { Show } from '../../../api/contract/shows'

type Place = Pick<Show, 'venue' | 'city' | 'address'>
type KnownShow = Place & Pick<Show, 'date' | 'doorsAt' | 'startsAt'>

/** The venues, cities and addresses of all shows, each once, as suggestions for the form's fields. */
export function knownPlaces(shows: readonly Place[]): Record<keyof Place, string[]> {
  const textsOf = (name: keyof Place) =>
    [...new Set(shows.flatMap((show) => show[name] ?? []))].sort((one, other) =>
      one.localeCompare(other),
    )
  return { venue: textsOf('venue'), city: textsOf('city'), address: textsOf('address') }
}

const remembered = ['city', 'address', 'doorsAt', 'startsAt'] as const

/** The values of the latest show at a venue, for the fields that are still empty.
 * @param typed the fields of the form */
export function rememberedAt(
  venue: string,
  shows: readonly KnownShow[],
  typed: Readonly<Record<(typeof remembered)[number], string>>,
): Partial<Record<(typeof remembered)[number], string>> {
  const [latest] = shows
    .filter((show) => show.venue === venue.trim())
    .toSorted((one, other) => other.date.localeCompare(one.date))
  return Object.fromEntries(
    remembered.flatMap((name) => {
      const value = latest?.[name]
      return typed[name] === '' && value !== undefined ? [[name, value]] : []
    }),
  )
}
