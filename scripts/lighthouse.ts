/** Measures the public pages, and the back office's uploads, as on a phone: `npm run lighthouse`, or
 * `npm run lighthouse -- 3` for the median of 3 runs. Names select parts: `npm run lighthouse -- 3 navigation frames`.
 * Fails if a figure misses its bound. */
import { asAdmin } from '../testing/requests'
import { auditPages } from './phone/audits'
import { printFigures } from './phone/figures'
import { measureFrames } from './phone/frames'
import { measureInteractions } from './phone/interactions'
import { measureNavigation } from './phone/navigation'
import { measureSecondVisits } from './phone/second-visits'
import { measureTrackGaps } from './phone/track-gaps'
import { measureUploads } from './phone/uploads'
import { startThrowawaySite } from './throwaway-site'

const songCount = 300

type Site = Awaited<ReturnType<typeof startThrowawaySite>>

/** Each measures a site and returns what missed its bound. */
const parts: Record<string, (site: Site, runs: number) => Promise<string[]>> = {
  pages: ({ url }, runs) => auditPages(url, runs),
  'second-visits': async ({ url }, runs) => printFigures(await measureSecondVisits(url, runs)),
  navigation: async ({ url }) => printFigures(await measureNavigation(url)),
  interactions: async ({ url }, runs) => printFigures(await measureInteractions(url, runs)),
  frames: async ({ url }) => printFigures(await measureFrames(url)),
  tracks: async (site) => printFigures(await measureTrackGaps(site)),
  uploads: async () => printFigures(await measureUploads()),
}

/** Adds as many songs as a busy band plays. */
async function addSongs({ url, token }: Site) {
  const rows = Array.from({ length: songCount }, (_, n) => `Song ${n},Artist ${n % 40},loud`)
  const body = ['title,artist,tags', ...rows].join('\n')
  const headers = { ...asAdmin(await token()), 'content-type': 'text/csv' }
  const response = await fetch(`${url}/api/admin/import/songs`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The import was answered with ${response.status}.`)
}

const chosen = process.argv.slice(2).filter((argument) => argument in parts)
const runs = Number(process.argv.slice(2).find((argument) => !(argument in parts)) ?? 5)
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`Give a number of runs, and of these parts: ${Object.keys(parts).join(', ')}`)

const site = await startThrowawaySite()
const missed: string[] = []
try {
  await addSongs(site)
  for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
    console.log(`\n${name}`)
    missed.push(...((await parts[name]?.(site, runs)) ?? []))
  }
} finally {
  await site.stop()
}
console.log(missed.length === 0 ? '\nAll as they should be.' : `\nMissed: ${missed.join('; ')}`)
process.exit(missed.length === 0 ? 0 : 1)
