import { limits } from './limits'

/** The name below the band's icon, of at most 30 characters: its short name, or the first words of its name. */
export function iconLabel({ name, shortName }: { name: string; shortName?: string }): string {
  if (shortName !== undefined) return shortName
  const letters = [...name]
  if (letters.length <= limits.shortName) return name
  const start = letters.slice(0, limits.shortName + 1).join('')
  const words = start.slice(0, start.lastIndexOf(' ')).trim()
  return words || letters.slice(0, limits.shortName).join('')
}
