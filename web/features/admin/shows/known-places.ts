import type { Show } from '../../../../api/contract/shows'
import { compareTexts } from '../../../../api/shared/compare-texts'

type Place = Pick<Show, 'venue' | 'city' | 'address'>
type KnownShow = Place & Pick<Show, 'date' | 'doorsAt' | 'startsAt'>

/** The venues, cities and addresses of all shows, each once, as suggestions for the form's fields. */
export function knownPlaces(shows: readonly Place[]): Record<keyof Place, string[]> {
  const textsOf = (name: keyof Place) =>
    [...new Set(shows.flatMap((show) => show[name] ?? []))].sort(compareTexts)
  return { venue: textsOf('venue'), city: textsOf('city'), address: textsOf('address') }
}

const remembered = ['city', 'address', 'doorsAt', 'startsAt'] as const

type Remembered = Record<(typeof remembered)[number], string>

/** The values of the latest show at a venue, for the fields that are empty or were filled in by an earlier call, because the
 * name of one venue may begin with that of another.
 * @param typed the fields of the form
 * @param filled what earlier calls have returned for this form */
export function rememberedAt(
  venue: string,
  shows: readonly KnownShow[],
  typed: Readonly<Remembered>,
  filled: Partial<Remembered>,
): Partial<Remembered> {
  const [latest] = shows
    .filter((show) => show.venue === venue.trim())
    .toSorted((one, other) => compareTexts(other.date, one.date))
  return Object.fromEntries(
    remembered.flatMap((name) => {
      const value = latest?.[name] ?? ''
      const isOwn = typed[name] !== '' && typed[name] !== filled[name]
      return isOwn || typed[name] === value ? [] : [[name, value]]
    }),
  )
}
