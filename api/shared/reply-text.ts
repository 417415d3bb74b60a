import type { Enquiry } from '../contract/enquiries'
import { occasions } from './occasions'
import { longDate } from './show-dates'

/** The placeholders of a reply template, with what they stand for. */
export const placeholders = {
  name: 'the sender’s name',
  date: 'the date',
  place: 'the place',
  occasion: 'the occasion',
  reference: 'the reference',
  band: 'our name',
} as const

type Values = Readonly<Record<keyof typeof placeholders, string>>

/** The values of the placeholders for an enquiry. What it does not say is an empty text. */
export function valuesFor(
  { name, date, place = '', occasion, reference = '' }: Omit<Enquiry, '_id'>,
  band: string,
): Values {
  return {
    name,
    date: date === undefined ? '' : longDate(date),
    place,
    occasion: occasion === undefined ? '' : occasions[occasion].toLowerCase(),
    reference,
    band,
  }
}

const isPlaceholder = (name: string): name is keyof Values => Object.hasOwn(placeholders, name)

/** Phrases for values that an enquiry lacks. */
const fallbackPhrases: Partial<Values> = {
  date: 'that day',
  place: 'your place',
  occasion: 'your event',
}

/** Replaces the placeholders of a template, such as `{name}`. Other words in braces stay as they are, and so do braces in the
 * values. An empty value becomes a phrase that fits, such as "your place". */
export const fillTemplate = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    isPlaceholder(name) ? values[name] || (fallbackPhrases[name] ?? '') : whole,
  )

/** Makes a template of a text: values become their placeholders, the longest ones first, but not where they are parts of
 * words. Values of one character stay. */
export const toTemplate = (text: string, values: Values): string =>
  withPlaceholders(
    text,
    Object.entries(values)
      .filter(([, value]) => value.length > 1)
      .sort(([, one], [, other]) => other.length - one.length),
  )

/** Replaces the values one after the other, and never in a placeholder that is already there. */
function withPlaceholders(
  text: string,
  [first, ...others]: [name: string, value: string][],
): string {
  if (!first) return text
  const [name, value] = first
  const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u')
  const parts = text.split(whole).map((part) => withPlaceholders(part, others))
  return parts.join(`{${name}}`)
}

/** A reply as a mail's text, followed by the quoted enquiry. */
export const withQuote = (reply: string, message: string): string =>
  [reply, '', ...message.split('\n').map((line) => `> ${line}`), ''].join('\n')
