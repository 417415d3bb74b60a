import type { TrackFields } from '../../../api/contract/music'
import type { ShowBody } from '../../../api/contract/shows'

/** The label and input type of a record's field, for forms and the conflict dialog. */
export interface FieldDescription {
  label: string
  /** The input's type; a text input by default. */
  type?: 'date' | 'time'
  /** Whether the field may be left empty. */
  isOptional?: true
}

/** A description of every field of a request body; a missing one is a compile-time error. */
export type FieldDescriptions<Body> = {
  readonly [Name in keyof Required<Body>]: undefined extends Body[Name]
    ? FieldDescription & { isOptional: true }
    : FieldDescription & { isOptional?: never }
}

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

/** The fields of a record as strings; empty strings for fields that are missing. */
export const textsOf = <Body extends object>(
  fields: FieldDescriptions<Body>,
  record?: { readonly [Name in keyof Body]?: unknown },
): Texts<Required<Body>> =>
  Object.fromEntries(namesOf(fields).map((name) => [name, String(record?.[name] ?? '')])) as Texts<
    Required<Body>
  >

/** Whether the typed texts, trimmed, equal a record's fields. */
export const hasSameTexts = <Body extends object>(
  fields: FieldDescriptions<Body>,
  typed: Texts<Body>,
  record: { readonly [Name in keyof Body]?: unknown },
): boolean => namesOf(fields).every((name) => typed[name].trim() === String(record[name] ?? ''))

/** The rows that compare the typed texts with a record, one for each field. */
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
