import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { mp3s, pictureWidth, type Written, type WrittenTrack } from './crash-work'

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const mp3Digests = new Set(mp3s.map(digest))

/** Reads a site as its band, and files as a visitor.
 * @param headers authorise the band */
function createReader(siteUrl: string, headers: Record<string, string>) {
  const text = async (path: string) => (await fetch(siteUrl + path, { headers })).text()
  return {
    file: (path: string) => fetch(siteUrl + path),
    text,
    json: async (path: string) => JSON.parse(await text(path)),
  }
}

type Reader = ReturnType<typeof createReader>

/** Compares a site's data with the acknowledged writes. */
export async function checkWrites(
  siteUrl: string,
  written: Written,
  headers: Record<string, string>,
) {
  const reader = createReader(siteUrl, headers)
  const { music } = (await reader.json('/api/music')) as {
    music: { _id: string; name: string; mp3FilePath: string }[]
  }
  const named = Map.groupBy(music, ({ name }) => name)
  const lostUploads = [...written.uploadedNames].filter((name) => named.get(name)?.length !== 1)
  const paths = new Map(music.map(({ _id, mp3FilePath }) => [_id, mp3FilePath]))
  const lost = [
    ...(await lostShows(reader, written)),
    ...(await lostWords(reader, written)),
    ...(await lostTexts(reader, '/api/songs', written.songTitles)),
    ...(await lostTexts(reader, '/api/admin/export/enquiries.csv', written.enquiryMessages)),
    ...(await lostTexts(reader, '/api/admin/away', written.awayNotes)),
    ...(await lostMadeShows(reader, written)),
    ...(await lostImports(reader, written)).map((venue) => `import ${venue}`),
    ...lostTracks(paths, written),
    ...lostUploads.map((name) => `upload ${name}`),
  ]
  const broken = [
    ...(await brokenTracks(reader, paths)),
    ...(await brokenPictures(reader, written)),
  ]
  return { lost, broken }
}

async function lostShows(reader: Reader, { shows, deleted, uncertain }: Written) {
  const listed = (await reader.json('/api/shows')) as { shows: { _id: string; venue: string }[] }
  const { items } = (await reader.json('/api/admin/bin')) as { items: { _id: string }[] }
  const venues = new Map(listed.shows.map(({ _id, venue }) => [_id, venue]))
  const inBin = new Set(items.map(({ _id }) => _id))
  return [
    ...[...shows].filter(([id, venue]) => venues.get(id) !== venue).map(([id]) => `show ${id}`),
    ...[...deleted.keys()]
      .filter((id) => venues.has(id) || !inBin.has(id))
      .map((id) => `bin ${id}`),
    // A deletion or restoring without a response has happened, or not.
    ...[...uncertain].filter((id) => !venues.has(id) && !inBin.has(id)).map((id) => `show ${id}`),
  ]
}

async function lostWords(reader: Reader, { words }: Written) {
  const { site } = (await reader.json('/api/site')) as { site: { tagline?: string } }
  const { acknowledged, uncertain: tried } = words
  const isKept = site.tagline === acknowledged || tried.has(site.tagline ?? '')
  return acknowledged === undefined || isKept ? [] : [`words ${site.tagline}`]
}

/** The texts that a response should contain, and does not. */
async function lostTexts(reader: Reader, path: string, texts: ReadonlySet<string>) {
  const text = await reader.text(path)
  return [...texts].filter((one) => !text.includes(one)).map((one) => `${one} in ${path}`)
}

/** The imported shows that are missing, that were added more than once, or that are there after their import was undone. */
async function lostImports(reader: Reader, { importedVenues, undoneVenues }: Written) {
  const { shows: all } = (await reader.json('/api/shows')) as { shows: { venue: string }[] }
  const venues = Map.groupBy(all, ({ venue }) => venue)
  return [
    ...[...importedVenues].filter((venue) => venues.get(venue)?.length !== 1),
    ...[...undoneVenues].filter((venue) => venues.has(venue)),
  ]
}

/** The enquiries whose show is missing, or that have become more than one show. */
async function lostMadeShows(reader: Reader, { madeShows }: Written) {
  const { shows: all } = (await reader.json('/api/admin/shows')) as {
    shows: { _id: string; enquiryId?: string }[]
  }
  const made = Map.groupBy(all, ({ enquiryId }) => enquiryId)
  return [...madeShows]
    .filter(
      ([id, show]) =>
        made
          .get(id)
          ?.map(({ _id }) => _id)
          .join() !== show,
    )
    .map(([id]) => `show of enquiry ${id}`)
}

function lostTracks(paths: Map<string, string>, { tracks }: Written) {
  const isThere = ([id, { path, isUncertain }]: [string, WrittenTrack]) =>
    paths.has(id) && (isUncertain || paths.get(id) === path)
  const all = tracks.flatMap((own) => [...own])
  return all.filter((track) => !isThere(track)).map(([id]) => `track ${id}`)
}

async function brokenTracks(reader: Reader, paths: Map<string, string>) {
  const broken: string[] = []
  for (const [id, path] of paths) {
    const response = await reader.file(path)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (!mp3Digests.has(digest(bytes)))
      broken.push(`track ${id}: status ${response.status}, ${bytes.length} bytes`)
  }
  return broken
}

async function brokenPictures(reader: Reader, { pictures }: Written) {
  const broken: string[] = []
  for (const src of pictures) {
    const response = await reader.file(src)
    const { width } = await sharp(await response.arrayBuffer())
      .metadata()
      .catch(() => ({ width: 0 }))
    if (width !== pictureWidth) broken.push(`picture ${src}: status ${response.status}`)
  }
  return broken
}
