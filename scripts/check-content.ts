import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { type TSchema, Type } from '@sinclair/typebox'
import { ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import type { Band } from '../web/content/band'
import type { Member } from '../web/content/members'
import type { Video } from '../web/content/video-list'

/** The faults of the band's content. Each line of the message names the file, the line and the allowed values. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

interface Fault {
  /** The invalid text; its line is found by searching for it. */
  value: string
  /** The allowed values, as they follow "must be" in the message. */
  allowed: string
}

interface Content {
  band: Band
  members: Member[]
  videos: Video[]
}

/** The file of each part of the content, which exports it under this name. */
const files = {
  band: 'web/content/band.ts',
  members: 'web/content/members.ts',
  videos: 'web/content/video-list.ts',
}
const parts = Object.keys(files) as (keyof Content)[]

interface Source {
  file: string
  text: string
}

const exact = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })
const text = Type.String({ minLength: 1 })
const optionalText = Type.Optional(text)
const link = exact({ label: text, url: text })
const colour = exact({ day: text, night: text })
const exactly = (count: number, item: TSchema) =>
  Type.Array(item, { minItems: count, maxItems: count })

const bandSchema = exact({
  name: text,
  shortName: text,
  town: text,
  region: optionalText,
  country: optionalText,
  securityContact: optionalText,
  genre: text,
  tagline: text,
  introduction: text,
  welcome: Type.Array(text),
  bookingInvitation: text,
  timeZone: text,
  calendarDomain: text,
  social: exact({ network: link, playlist: link }),
  cover: exact({ picture: text, description: text }),
  promo: exact({ video: text, poster: text, description: text }),
  booking: Type.Optional(
    exact({
      includes: Type.Optional(Type.Array(text)),
      travel: optionalText,
      answer: optionalText,
      phone: optionalText,
      email: optionalText,
    }),
  ),
  colours: exact({ ground: colour, hot: colour, amber: colour, gold: colour, teal: colour }),
})
const memberSchema = exact({
  name: optionalText,
  role: text,
  photo: text,
  photoDescription: text,
  biography: Type.Array(text),
})
const videoSchema = exact({
  title: text,
  about: text,
  source: text,
  picture: text,
  publishedOn: optionalText,
  captions: optionalText,
  provider: Type.Union([Type.Literal('youtube'), Type.Literal('vimeo'), Type.Literal('file')]),
})
/** The schema of each file, which documents its fields. */
const schemas: Record<keyof Content, TSchema> = {
  band: bandSchema,
  members: Type.Array(memberSchema, { minItems: 1 }),
  videos: exactly(4, videoSchema),
}
/** The endings of pictures that the build reads; phones and cameras write capitals. */
const pictureEndings = ['.jpg', '.jpeg', '.png', '.webp'].flatMap((ending) => [
  ending,
  ending.toUpperCase(),
])
const videoEndings = ['.mp4', '.webm']

/** Checks the files in `web/content`, and that the pictures and videos in it exist.
 * @param root the program's folder
 * @throws {ContentError} if there are faults */
export async function checkContent(root: string): Promise<void> {
  const sourceOf = (part: keyof Content): Source => ({
    file: files[part],
    text: readFileSync(join(root, files[part]), 'utf8'),
  })
  const content: Content = {
    band: await load(root, 'band'),
    members: await load(root, 'members'),
    videos: await load(root, 'videos'),
  }
  for (const part of parts) checkFields(part, content[part], sourceOf(part))
  const namesIn = (folder: string, endings: string[]) =>
    readdirSync(join(root, 'web/content', folder))
      .map((name) => parse(name))
      .filter(({ ext }) => endings.includes(ext))
      .map(({ name }) => name)
  const hasVideos = existsSync(join(root, 'web/content/videos'))
  const faults = faultsOf(content, {
    pictures: namesIn('pictures', pictureEndings),
    videos: hasVideos ? namesIn('videos', videoEndings) : [],
    captions: hasVideos ? namesIn('videos', ['.vtt']) : [],
  })
  if (faults.length === 0) return
  const sources = parts.map(sourceOf)
  const lines = faults.map(
    ({ value, allowed }) =>
      `${placeOf(sources, value)}: ${JSON.stringify(value)} must be ${allowed}.`,
  )
  throw new ContentError(lines.join('\n'))
}

/** @throws {ContentError} if the file can't be imported */
async function load(root: string, part: keyof Content) {
  const file = files[part]
  try {
    return (await import(join(root, file)))[part]
  } catch (error) {
    const { message, position } = firstMessage(error)
    throw new ContentError(
      `${file}:${position?.line ?? 1}: ${message}. Put texts between straight quotes ('…') and end each entry with a comma.`,
    )
  }
}

/** Checks the fields of one file.
 * @throws {ContentError} if one is missing, misspelt, or has a value of another type */
function checkFields(part: keyof Content, value: unknown, source: Source) {
  const errors = [...Value.Errors(schemas[part], value)]
  // A misspelt field is missing, too; its own line is where it is corrected.
  const wrong =
    errors.find(({ type }) => type === ValueErrorType.ObjectAdditionalProperties) ?? errors[0]
  if (!wrong) return
  const field = toCodePath(part === 'band' ? wrong.path : `/${part}${wrong.path}`)
  throw new ContentError(
    `${placeOfPath(source, value, wrong.path)}: ${field}: ${wrong.message}. See what the file says beside its fields.`,
  )
}

/** Returns the first build message: Bun throws one message or an AggregateError of several. */
function firstMessage(error: unknown) {
  const [first = error] = error instanceof AggregateError ? error.errors : [error]
  return first as { message: string; position?: { line: number } | null }
}

function faultsOf(
  content: Content,
  present: Record<'pictures' | 'videos' | 'captions', string[]>,
): Fault[] {
  const { band, members } = content
  const faults: Fault[] = []
  const expect = (
    value: string | undefined,
    isRight: (value: string) => boolean,
    allowed: string,
  ) => {
    if (value !== undefined && !isRight(value)) faults.push({ value, allowed })
  }
  for (const text of textsIn(content))
    expect(text, isPlainText, 'one line of text without control characters')
  const pictures = [band.cover.picture, band.promo.poster]
  pictures.push(...members.map(({ photo }) => photo))
  pictures.push(...content.videos.map(({ picture }) => picture))
  for (const picture of pictures)
    expect(
      picture,
      (name) => present.pictures.includes(name),
      `the name of a file in web/content/pictures, without its ending (${pictureEndings.join(', ')})`,
    )
  const videos = content.videos.flatMap(({ provider, source }) =>
    provider === 'file' ? [source] : [],
  )
  for (const video of [band.promo.video, ...videos])
    expect(
      video,
      (name) => present.videos.includes(name),
      `the name of a file in web/content/videos, without its ending (${videoEndings.join(', ')})`,
    )
  for (const { captions } of content.videos)
    expect(
      captions,
      (name) => present.captions.includes(name),
      'the name of a WebVTT file in web/content/videos, without its ending (.vtt)',
    )
  for (const video of content.videos) {
    expect(video.source, isSourceOf(video), `the id of a video at ${video.provider}`)
    expect(video.publishedOn, isDay, 'a day such as 2026-07-04')
  }
  for (const { day, night } of Object.values(band.colours))
    for (const colour of [day, night])
      expect(colour, (text) => /^#[0-9a-f]{6}$/i.test(text), 'a colour such as #c2361a')
  for (const { url } of Object.values(band.social))
    expect(
      url,
      (text) => URL.canParse(text) && /^https?:/.test(text),
      'an address that begins with https:// or http://',
    )
  expect(band.timeZone, isTimeZone, 'an IANA time zone such as America/Toronto')
  expect(band.calendarDomain, isDomain, 'a domain such as band.example')
  expect(band.country, (text) => /^[A-Z]{2}$/.test(text), 'two capital letters such as CA')
  expect(
    band.securityContact,
    (text) => /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(text),
    'an address that begins with mailto: or https://',
  )
  return faults
}

/** Returns every text in the content at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

const isPlainText = (text: string) => text.isWellFormed() && !/[\p{Cc}\ufffd]/u.test(text)

const isSourceOf =
  ({ provider }: Video) =>
  (source: string) =>
    provider === 'file' ||
    (provider === 'youtube' ? /^[\w-]{11}$/.test(source) : /^\d{5,}$/.test(source))

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

const isDomain = (text: string) => /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(text)

/** Returns the file and the line of a text; the first line of the first file if no file contains the text in one
 * piece. */
function placeOf(sources: Source[], value: string): string {
  const escaped = [value, JSON.stringify(value).slice(1, -1), value.replaceAll("'", "\\'")]
  const written = [
    ...escaped.flatMap((text) => [`'${text}'`, `"${text}"`, `\`${text}\``]),
    ...escaped,
  ]
  // Control characters may be escaped in the source, so the text before them is searched for too.
  const beginning = value.split(/[\p{Cc}\ufffd\ud800-\udfff]/u)[0] ?? ''
  if (beginning.length > 3) written.push(beginning)
  for (const form of written)
    for (const { file, text } of sources) {
      const index = text.indexOf(form)
      if (index >= 0) return `${file}:${text.slice(0, index).split('\n').length}`
    }
  return `${sources[0]?.file}:1`
}

/** Converts a JSON pointer to code: '/members/1/photo' to 'members[1].photo'. */
const toCodePath = (path: string) =>
  path
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.') || 'band'

/** Returns the file and the line of a field or, if the field is missing, of the first text of its record; the first
 * line of the file if there is none. */
function placeOfPath(source: Source, part: unknown, path: string): string {
  const keys = path.split('/').slice(1)
  const at = (names: string[]) =>
    names.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      part,
    )
  const [nearest] = [textsIn(at(keys)), textsIn(at(keys.slice(0, -1)))].flat()
  return nearest === undefined ? `${source.file}:1` : placeOf([source], nearest)
}
