import type { Site } from '../../../../api/contract/site'
import { limits } from '../../../../api/shared/limits'
import { pageFileKinds } from '../../../../api/shared/page-files'

/** A field of one line. */
export interface LineField {
  /** A `code` is typed in small or capital letters, and saved in capital ones. */
  kind: 'line' | 'url' | 'email' | 'date' | 'code'
  path: string
  label: string
  maxLength?: number
  help?: string
  isRequired?: boolean
  /** Values to choose from while typing. */
  suggestions?: () => readonly string[]
}

/** A field of a section, at a path of the content (or of an item of a list). */
export type SiteField =
  | LineField
  /** A text of several lines. */
  | { kind: 'text'; path: string; label: string; maxLength: number }
  /** A list of texts: paragraphs are separated by empty lines, and lines by line breaks. */
  | { kind: 'paragraphs' | 'lines'; path: string; label: string }
  | { kind: 'picture'; path: string; label: string }
  /** The address of a file that is uploaded when it is chosen. */
  | {
      kind: 'file'
      path: string
      label: string
      /** The types of files that can be chosen. */
      accept: string
      /** The field that contains the file's size. */
      sizePath?: string
      /** The field that is filled with the file's name if it is empty. */
      namePath?: string
      /** The field of another format of the same file, which a new file makes out of date. */
      replaces?: string
    }
  | { kind: 'colours'; path: 'colours' }
  | SiteList

export interface SiteList {
  kind: 'list'
  path: string
  label: string
  /** The name of an item in buttons and headings, such as `member`. */
  noun: string
  max: number
  /** A new item. */
  empty: object
  /** The paths of texts; the first one that is not empty names the item. */
  titles: readonly string[]
  /** Their paths are relative to the item. */
  fields: readonly SiteField[]
}

/** Whether two contents have the same values in a section. */
export const isSameIn = ({ saves }: SiteSection, one: Site, other: Site): boolean =>
  saves.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))

export interface SiteSection {
  id: string
  title: string
  /** The pages that show the section. */
  shownOn: string
  /** The fields of the content that are saved together. */
  saves: readonly (keyof Site)[]
  fields: readonly SiteField[]
}

const pageFiles = Object.keys(pageFileKinds)
const videoFiles = pageFiles.filter((type) => type.startsWith('video/')).join()

const timeZones = () => Intl.supportedValuesOf('timeZone')

const line = <Path extends string>(
  path: Path,
  label: string,
  more: Partial<Omit<LineField, 'path' | 'label'>> = {},
) => ({ kind: 'line', path, label, ...more }) as const

const list = <Path extends string>(
  path: Path,
  label: string,
  noun: string,
  more: Pick<SiteList, 'max' | 'empty' | 'titles' | 'fields'>,
) => ({ kind: 'list', path, label, noun, ...more }) as const

/** A field at a path that begins with the name of a field of the content. */
type FieldOfContent = SiteField & { path: keyof Site | `${keyof Site}.${string}` }

function section(id: string, title: string, shownOn: string, fields: readonly FieldOfContent[]) {
  const saves = new Set(fields.map(({ path }) => path.split('.')[0] as keyof Site))
  return { id, title, shownOn, saves: [...saves], fields }
}

/** The sections of the page on which the band edits its own words, pictures and colours. */
export const siteSections: readonly SiteSection[] = [
  section('name', 'Name and town', 'Everywhere: header, titles, icon, calendars, mails', [
    line('name', 'Band name', { maxLength: limits.name, isRequired: true }),
    line('shortName', 'Name under the icon', {
      maxLength: limits.shortName,
      help: 'Phones show about twelve letters.',
    }),
    line('genre', 'Genre'),
    line('town', 'Town'),
    line('region', 'Region'),
    line('country', 'Country code', {
      kind: 'code',
      maxLength: 2,
      help: 'Two letters, such as CA.',
    }),
    line('timeZone', 'Time zone', { maxLength: 64, isRequired: true, suggestions: timeZones }),
    line('locale', 'Language', { maxLength: 35, help: 'Such as en-CA.' }),
  ]),
  section('home', 'Home page', 'Home, link previews, search engines', [
    line('tagline', 'Heading'),
    { kind: 'text', path: 'introduction', label: 'Introduction', maxLength: limits.note },
    { kind: 'paragraphs', path: 'welcome', label: 'Welcome' },
    { kind: 'picture', path: 'cover', label: 'Cover' },
    {
      kind: 'file',
      path: 'promo.mp4',
      label: 'Promo video',
      accept: 'video/mp4',
      replaces: 'webm',
    },
    { kind: 'picture', path: 'promo.poster', label: 'Promo picture' },
    line('promo.description', 'Description of the promo video'),
  ]),
  section('members', 'Members', 'About Us', [
    list('members', 'Members', 'member', {
      max: 12,
      empty: {},
      titles: ['name', 'role'],
      fields: [
        line('name', 'Name', { maxLength: limits.name, isRequired: true }),
        line('role', 'Role'),
        { kind: 'paragraphs', path: 'biography', label: 'Biography' },
        { kind: 'picture', path: 'photo', label: 'Photo' },
      ],
    }),
  ]),
  section('videos', 'Videos', 'Videos; the first one is in the television', [
    list('videos', 'Videos', 'video', {
      max: 24,
      empty: { title: '', provider: 'youtube', source: '' },
      titles: ['title'],
      fields: [
        line('source', 'Link', {
          maxLength: 300,
          isRequired: true,
          help: 'Paste the address of a video at YouTube or Vimeo, or choose a file below.',
        }),
        { kind: 'file', path: 'source', label: 'Video file', accept: videoFiles },
        line('title', 'Title', { isRequired: true }),
        line('about', 'One line about it'),
        { kind: 'picture', path: 'picture', label: 'Picture' },
        { kind: 'file', path: 'captions', label: 'Captions', accept: '.vtt,text/vtt' },
        line('publishedOn', 'Published on', { kind: 'date' }),
      ],
    }),
  ]),
  section('booking', 'Booking', 'Home and Book Us', [
    { kind: 'text', path: 'bookingInvitation', label: 'Invitation', maxLength: limits.note },
    { kind: 'lines', path: 'booking.includes', label: 'Included, one item per line' },
    line('booking.travel', 'Where you play'),
    line('booking.answer', 'How soon you answer'),
    line('booking.phone', 'Phone'),
    line('booking.email', 'Email', { kind: 'email', maxLength: limits.email }),
  ]),
  section('press', 'Press page', 'Press; what is empty is not shown', [
    { kind: 'text', path: 'biography.short', label: 'Short biography', maxLength: limits.note },
    { kind: 'text', path: 'biography.long', label: 'Long biography', maxLength: limits.message },
    { kind: 'lines', path: 'brings', label: 'What you bring, one item per line' },
    { kind: 'lines', path: 'needs', label: 'What you need, one item per line' },
    list('quotes', 'Quotes', 'quote', {
      max: 12,
      empty: { text: '' },
      titles: ['source', 'text'],
      fields: [
        { kind: 'text', path: 'text', label: 'Quote', maxLength: limits.note },
        line('source', 'Who said it'),
        line('url', 'Where it can be read', { kind: 'url' }),
      ],
    }),
    list('files', 'Files to download, such as rider, stage plot and logo', 'file', {
      max: 12,
      empty: { label: '', src: '' },
      titles: ['label'],
      fields: [
        line('label', 'Text', { isRequired: true }),
        {
          kind: 'file',
          path: 'src',
          label: 'File',
          accept: pageFiles.join(),
          sizePath: 'size',
          namePath: 'label',
        },
      ],
    }),
    line('priceFrom', 'Price', {
      help: 'Shown as it is, such as: From $1,800 for two sets, with sound and lights.',
    }),
    line('radius', 'How far you travel'),
    line('insurance', 'Insurance'),
  ]),
  section('links', 'Links', 'Header and footer of each page', [
    line('network.label', 'First link: text'),
    line('network.url', 'First link: address', { kind: 'url' }),
    line('playlist.label', 'Second link: text'),
    line('playlist.url', 'Second link: address', { kind: 'url' }),
    list('links', 'More links', 'link', {
      max: 8,
      empty: { label: '', url: '' },
      titles: ['label'],
      fields: [
        line('label', 'Text', { isRequired: true }),
        line('url', 'Address', { kind: 'url', isRequired: true }),
      ],
    }),
    line('securityContact', 'Contact for security reports', {
      kind: 'url',
      help: 'A mail or web address. It is published in /.well-known/security.txt.',
    }),
  ]),
  section('colours', 'Colours', 'Everywhere, by day and by night', [
    { kind: 'colours', path: 'colours' },
  ]),
]
