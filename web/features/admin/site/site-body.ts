import type { Site, SiteBody } from '../../../../api/contract/site'
import { valueAt, withValueAt } from './field-path'
import type { SiteField, SiteSection } from './site-sections'

/** The content as it will be once the section is saved: text areas are split into their texts. */
export const contentOf = (section: SiteSection, typed: Site): Site =>
  section.fields.reduce((inner, field) => withSplitTexts(inner, field, ''), typed)

/** The body that saves a section. An absent value is cleared. */
export function bodyOf(section: SiteSection, typed: Site): SiteBody {
  const split = contentOf(section, typed)
  const values = section.saves.map((name) => [name, withoutEmptyLink(split[name]) ?? ''])
  return Object.fromEntries(values)
}

/** A link without text and address is none. */
const withoutEmptyLink = (value: unknown) => {
  const isEmpty =
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    Object.values(value).every((text) => text === '')
  return isEmpty ? undefined : value
}

const separators = { paragraphs: /\n\s*\n/, lines: /\n/ } as const

function withSplitTexts(content: Site, field: SiteField, prefix: string): Site {
  const path = prefix + field.path
  const value = valueAt(content, path)
  if (field.kind === 'list')
    return ((value || []) as object[]).reduce<Site>(
      (inner, _, index) =>
        field.fields.reduce((one, part) => withSplitTexts(one, part, `${path}.${index}.`), inner),
      content,
    )
  if ((field.kind !== 'paragraphs' && field.kind !== 'lines') || typeof value !== 'string')
    return content
  const texts = value.split(separators[field.kind]).map((text) => text.trim())
  return withValueAt(content, path, texts.filter(Boolean))
}
