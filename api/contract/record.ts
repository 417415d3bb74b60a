import {
  Kind,
  OptionalKind,
  type Static,
  type TObject,
  type TProperties,
  Type as t,
} from '@sinclair/typebox'

/** Derives the schema of a stored record from the schema of a body, without the limits of its strings: stored values
 * may be older than the limits. */
export function asRead<Fields extends TProperties>(body: TObject<Fields>): TObject<Fields> {
  const fields = Object.entries(body.properties).map(([name, schema]) => {
    if (schema[Kind] !== 'String') return [name, schema]
    const text = t.String(schema['format'] === undefined ? {} : { format: schema['format'] })
    return [name, schema[OptionalKind] ? t.Optional(text) : text]
  })
  return t.Object(Object.fromEntries(fields)) as TObject<Fields>
}

/** Copies the fields that a schema defines, except undefined ones. */
export const pickFields = <Schema extends TObject>(
  schema: Schema,
  record: Static<Schema>,
): Static<Schema> => {
  const entries = Object.keys(schema.properties).map((name) => [name, record[name as never]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Static<Schema>
}
