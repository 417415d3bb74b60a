import type { Show } from '../../../api/contract/shows'

type Place = Pick<Show, 'venue' | 'city' | 'address'>

/** The venues, cities and addresses of all shows, each once, as suggestions for the form's fields. */
export function knownPlaces(shows: readonly Place[]): Record<keyof Place, string[]> {
  const textsOf = (name: keyof Place) =>
    [...new Set(shows.flatMap((show) => show[name] ?? []))].sort((one, other) =>
      one.localeCompare(other),
    )
  return { venue: textsOf('venue'), city: textsOf('city'), address: textsOf('address') }
}
