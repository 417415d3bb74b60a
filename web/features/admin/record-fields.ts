import type { TrackFields } from '../../../api/contract/music'
import type { ShowBody } from '../../../api/contract/shows'

/** How a field of a record is typed in a form, and named in a conflict. */
export interface FieldDescription {
  label: string
  /** Of the input; a line of text where it is missing. */
  type?: 'date' | 'time'
}

/** A description for each field that the administrator types: the compiler names those that are missing. */
export type FieldDescriptions<Body> = { readonly [Name in keyof Required<Body>]: FieldDescription }

export const showFields: FieldDescriptions<ShowBody> = {
  date: { label: 'Date', type: 'date' },
  venue: { label: 'Venue' },
  city: { label: 'City' },
}

export const trackFields: FieldDescriptions<TrackFields> = {
  name: { label: 'Name' },
  artist: { label: 'Artist' },
  location: { label: 'Location' },
}

type Texts<Body> = { [Name in keyof Body]: string }

const namesOf = <Body>(fields: FieldDescriptions<Body>) => Object.keys(fields) as (keyof Body)[]

/** The fields of a record as texts; empty ones where there is no record, or it has no such field. */
export const textsOf = <Body extends object>(
  fields: FieldDescriptions<Body>,
  record?: { readonly [Name in keyof Body]?: unknown },
): Texts<Required<Body>> =>
  Object.fromEntries(namesOf(fields).map((name) => [name, String(record?.[name] ?? '')])) as Texts<
    Required<Body>
  >

/** Whether what was typed is what a record holds. */
export const hasSameTexts = <Body extends object>(
  fields: FieldDescriptions<Body>,
  typed: Texts<Body>,
  record: { readonly [Name in keyof Body]?: unknown },
): boolean => namesOf(fields).every((name) => typed[name].trim() === String(record[name] ?? ''))

/** What was typed beside what a record holds, a row a field. */
export const conflictRows = <Body extends object>(
  fields: FieldDescriptions<Body>,
  mine: Texts<Body>,
  theirs: { readonly [Name in keyof Body]?: unknown },
  format: (value: string, field: FieldDescription) => string = (value) => value,
) =>
  namesOf(fields).map((name) => ({
    label: fields[name].label,
    mine: format(mine[name], fields[name]),
    theirs: format(String(theirs[name] ?? ''), fields[name]),
  }))
