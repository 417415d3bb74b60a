import type { TrackFields } from '../../../../api/contract/music'
import type { Poster, ShowBody } from '../../../../api/contract/shows'
import type { SongBody } from '../../../../api/contract/songs'
import { limits } from '../../../../api/shared/limits'
import { playTime } from '../../../../api/shared/play-time'
import { clockTime, longDate } from '../../../../api/shared/show-dates'
import { mergeBody } from '../../../offline/record-merge'

/** The label and input type of a record's field, for forms and the conflict dialog. */
export interface FieldDescription {
  label: string
  /** The control; a text input by default. The value of a checkbox is 'true' or an empty text. A duration is stored in seconds,
   * and typed as 3:45 or 225. */
  type?: 'date' | 'time' | 'url' | 'text area' | 'checkbox' | 'number' | 'duration'
  /** How many units of the stored number make one unit of the typed one: 100 for cents. */
  scale?: number
  /** The bounds of a number. */
  range?: readonly [minimum: number, maximum: number]
  /** The values of a choice, with their labels; the first one is an empty text, which clears the field. */
  choices?: Readonly<Record<string, string>>
  /** Characters; by default the limit of a line of text. */
  maxLength?: number
  /** Whether the field may be left empty. */
  isOptional?: true
  /** Whether visitors never see the field. */
  isPrivate?: true
}

/** The control that the type of a field requires, since its text is parsed accordingly. */
type ControlOf<Value> = Value extends number
  ? { type: 'number' | 'duration' }
  : Value extends boolean
    ? { type: 'checkbox' }
    : { type?: Exclude<FieldDescription['type'], 'number' | 'duration' | 'checkbox'> }

/** A description of every field of a request body; a missing one, or one with a control that does not fit the field's
 * type, is a compile-time error. */
export type FieldDescriptions<Body> = {
  readonly [Name in keyof Required<Body>]: FieldDescription &
    ControlOf<NonNullable<Body[Name]>> &
    (undefined extends Body[Name] ? { isOptional: true } : { isOptional?: never })
}

/** An amount that only the band sees. */
const money = {
  type: 'number',
  range: [0, 10_000_000],
  scale: 100,
  isOptional: true,
  isPrivate: true,
} as const

/** The fields of a show that a form contains as texts. The former date is set by the server when a postponed show is
 * moved, and the enquiry when the show is made of it; set lists have an editor of their own. */
export type ShowFields = Omit<ShowBody, 'poster' | 'formerDate' | 'enquiryId' | 'setList'>

export const showFields: FieldDescriptions<ShowFields> = {
  date: { label: 'Date', type: 'date' },
  venue: { label: 'Venue' },
  city: { label: 'City' },
  status: {
    label: 'Status',
    choices: {
      '': 'As planned',
      soldout: 'Sold out',
      postponed: 'Postponed',
      cancelled: 'Cancelled',
    },
    isOptional: true,
  },
  visibility: {
    label: 'Who sees it',
    choices: { '': 'Everyone', draft: 'Draft: only us, for now', private: 'Private: only us' },
    isOptional: true,
  },
  startsAt: { label: 'Show starts', type: 'time', isOptional: true },
  doorsAt: { label: 'Doors open', type: 'time', isOptional: true },
  address: { label: 'Street address', isOptional: true },
  ticketUrl: { label: 'Link to tickets', type: 'url', isOptional: true, maxLength: limits.url },
  ticketLabel: { label: 'Price or ticket text', isOptional: true },
  note: { label: 'Note', type: 'text area', isOptional: true, maxLength: limits.note },
  isStepFree: { label: 'Step-free access', type: 'checkbox', isOptional: true },
  ageLimit: { label: 'Youngest age', type: 'number', range: [0, 21], isOptional: true },
  fee: { label: 'Fee', ...money },
  deposit: { label: 'Deposit received', ...money },
  isPaid: { label: 'Paid', type: 'checkbox', isOptional: true, isPrivate: true },
  contact: { label: 'Contact', isOptional: true, isPrivate: true },
  privateNote: {
    label: 'For us only',
    type: 'text area',
    isOptional: true,
    isPrivate: true,
    maxLength: limits.message,
  },
}

export const trackFields: FieldDescriptions<TrackFields> = {
  name: { label: 'Name' },
  artist: { label: 'Artist' },
  location: { label: 'Location' },
  album: { label: 'Album', isOptional: true },
  number: { label: 'Place on the album', isOptional: true, maxLength: 3 },
  year: { label: 'Year', isOptional: true, maxLength: 4 },
  isDraft: {
    label: 'Who hears it',
    choices: { '': 'Everyone', true: 'Draft: only us, for now' },
    isOptional: true,
  },
}

/** The fields of a song that a form contains as texts; the tags are separated by commas. */
export type SongFields = Omit<SongBody, 'tags' | 'isPublic' | 'trackId'> & {
  tags?: string
  isPublic?: string
}

export const songFields: FieldDescriptions<SongFields> = {
  title: { label: 'Title' },
  artist: { label: 'Artist' },
  year: { label: 'Year', type: 'number', range: [1000, 2999], isOptional: true },
  tags: { label: 'Tags, separated by commas', isOptional: true },
  key: { label: 'Musical key', isOptional: true, maxLength: limits.tag },
  duration: { label: 'Length, such as 3:45', type: 'duration', isOptional: true },
  notes: {
    label: 'Notes or lyrics (only you see them)',
    type: 'text area',
    isOptional: true,
    maxLength: limits.message,
  },
  isPublic: {
    label: 'Who sees it',
    choices: { '': 'Everyone', false: 'Only us' },
    isOptional: true,
  },
}

type Texts<Body> = { [Name in keyof Body]: string }

const namesOf = <Body>(fields: FieldDescriptions<Body>) => Object.keys(fields) as (keyof Body)[]

/** The fields of a record as strings; empty strings for fields that are missing. */
export const textsOf = <Body extends object>(
  fields: FieldDescriptions<Body>,
  record?: { readonly [Name in keyof Body]?: unknown },
): Texts<Required<Body>> =>
  Object.fromEntries(
    namesOf(fields).map((name) => [name, textOf(record?.[name], fields[name])]),
  ) as Texts<Required<Body>>

/** The body of a request with the typed texts: all fields that are required, that have a text, or whose text was cleared.
 * @param original the record that the texts replace; undefined for a new record */
export function bodyOf<Body extends object>(
  fields: FieldDescriptions<Body>,
  typed: Texts<Required<Body>>,
  original: { readonly [Name in keyof Body]?: unknown } | undefined,
): Body {
  const sent = namesOf<Required<Body>>(fields).filter(
    (name) => !fields[name].isOptional || typed[name] !== '' || original?.[name] !== undefined,
  )
  const values = sent.map((name) => [name, parseText(typed[name], fields[name])])
  return Object.fromEntries(values) as Body
}

/** The text of a field's value; an empty text for none. */
function textOf(value: unknown, { type, scale }: FieldDescription): string {
  if (typeof value !== 'number') return String(value ?? '')
  if (type === 'duration') return playTime(value)
  const scaled = value / (scale ?? 1)
  // An amount with cents has both digits: 850.50.
  return Number.isInteger(scaled) ? String(scaled) : scaled.toFixed(2)
}

/** The value of a field's text; an empty text clears every kind of field. */
function parseText(text: string, { type, scale }: FieldDescription): string | number | boolean {
  if (text === '') return text
  if (type === 'checkbox') return text === 'true'
  if (type === 'url') return completeAddress(text)
  if (type === 'duration') return secondsOf(text)
  if (type !== 'number') return text
  return scale ? Math.round(Number(text) * scale) : Number(text)
}

/** A web or mail address with its scheme: people type addresses as they say them. */
export function completeAddress(text: string): string {
  const address = text.trim()
  // With a scheme or as a path, the site says what is wrong with it. A host may have a port.
  if (address === '' || /^(\/|[a-z]+:(?!\d))/i.test(address)) return address
  return /^[^/]+@/.test(address) ? `mailto:${address}` : `https://${address}`
}

/** What a text is that can be read as a duration. */
export const durationRule = 'This must be minutes and seconds, such as 3:45, or seconds.'

/** The seconds of '3:45' or '225'; any other text stays, so that the server says what is wrong with it. */
function secondsOf(text: string): number | string {
  const [, minutes = '0', seconds] = /^(?:(\d+):(?=[0-5]?\d$))?(\d+)$/.exec(text.trim()) ?? []
  return seconds === undefined ? text : Number(minutes) * 60 + Number(seconds)
}

/** Whether the typed texts, trimmed, equal a record's fields. */
export const hasSameTexts = <Body extends object>(
  fields: FieldDescriptions<Body>,
  typed: Texts<Body>,
  record: { readonly [Name in keyof Body]?: unknown },
): boolean =>
  namesOf(fields).every(
    (name) => String(parseText(typed[name].trim(), fields[name])) === String(record[name] ?? ''),
  )

/** Merges typed texts into a newer version of their record, each like `mergeValue`.
 * @param original the record that the form was filled with */
export function mergeTexts<Body extends object>(
  fields: FieldDescriptions<Body>,
  typed: Texts<Required<Body>>,
  original: { readonly [Name in keyof Body]?: unknown },
  current: { readonly [Name in keyof Body]?: unknown },
): { texts: Texts<Required<Body>>; overlaps: boolean } {
  const { body, overlaps } = mergeBody(textsOf(fields, original), typed, textsOf(fields, current))
  return { texts: body as Texts<Required<Body>>, overlaps }
}

/** The rows that compare two records, or the typed texts with a record: one for each field. */
export const conflictRows = <Body extends object>(
  fields: FieldDescriptions<Body>,
  mine: { readonly [Name in keyof Body]?: unknown },
  theirs: { readonly [Name in keyof Body]?: unknown },
) =>
  namesOf(fields).map((name) => {
    const shown = (record: typeof mine) =>
      shownText(textOf(record[name], fields[name]), fields[name])
    return { label: fields[name].label, mine: shown(mine), theirs: shown(theirs) }
  })

/** The comparison of two posters by their descriptions. */
export function posterRow(mine: Poster | undefined, theirs: Poster | undefined) {
  const isOther = mine?.alt === theirs?.alt && mine?.src !== theirs?.src
  return {
    label: 'Poster',
    mine: mine?.alt ?? '',
    theirs: isOther ? `${theirs?.alt} (another picture)` : (theirs?.alt ?? ''),
  }
}

/** A field's text as people read it. */
function shownText(text: string, { type, choices }: FieldDescription): string {
  if (type === 'checkbox') return text === 'true' ? 'Yes' : 'No'
  if (type === 'date' && text !== '') return longDate(text)
  if (type === 'time' && text !== '') return clockTime(text)
  return choices?.[text] ?? text
}

/** A song with its tags in one text, as the form has them. */
export const textsOfSong = ({ tags = [], isPublic, ...song }: SongBody) => ({
  ...song,
  tags: tags.join(', '),
  ...(isPublic === false && { isPublic: 'false' }),
})
