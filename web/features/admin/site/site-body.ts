import type { Site, SiteBody } from '../../../../api/contract/site'
import { completeAddress } from '../records/record-fields'
import { valueAt, withValueAt } from './field-path'
import type { SiteField, SiteSection } from './site-sections'

/** The content as it will be once the section is saved: text areas are split into their texts, and addresses get their scheme. */
export const contentOf = (section: SiteSection, typed: Site): Site =>
  section.fields.reduce((inner, field) => asSaved(inner, field, ''), typed)

/** The fields of a section that differ between two contents. */
export function changedIn(section: SiteSection, one: Site, other: Site): (keyof Site)[] {
  const [mine, base] = [bodyOf(section, one), bodyOf(section, other)]
  return section.saves.filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(base[name]))
}

/** The body that saves some fields of a section. An absent value is cleared. */
export function bodyOf(section: SiteSection, typed: Site, names = section.saves): SiteBody {
  const split = contentOf(section, typed)
  return Object.fromEntries(names.map((name) => [name, storedAs(split[name])]))
}

/** Whether two people have given a field of a section different values.
 * @param base the content that both started from */
export const haveBothChanged = (section: SiteSection, mine: Site, theirs: Site, base: Site) =>
  changedIn(section, mine, theirs).some(
    (name) =>
      changedIn(section, mine, base).includes(name) &&
      changedIn(section, theirs, base).includes(name),
  )

/** A value as it is sent. An absent value, or a link without text and address, is sent as an empty text. */
function storedAs(value: unknown): unknown {
  const isEmptyLink =
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    Object.values(value).every((text) => text === '')
  return isEmptyLink ? '' : (value ?? '')
}

const separators = { paragraphs: /\n\s*\n/, lines: /\n/ } as const

function asSaved(content: Site, field: SiteField, prefix: string): Site {
  const path = prefix + field.path
  const value = valueAt(content, path)
  if (field.kind === 'list')
    return ((value || []) as object[]).reduce<Site>(
      (inner, _, index) =>
        field.fields.reduce((one, part) => asSaved(one, part, `${path}.${index}.`), inner),
      content,
    )
  if (field.kind === 'url' && typeof value === 'string')
    return withValueAt(content, path, completeAddress(value))
  if ((field.kind !== 'paragraphs' && field.kind !== 'lines') || typeof value !== 'string')
    return content
  const texts = value.split(separators[field.kind]).map((text) => text.trim())
  return withValueAt(content, path, texts.filter(Boolean))
}
