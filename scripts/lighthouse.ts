/** Runs the measurements that need a browser: pages, first and second visits, navigation, interactions and frames on an emulated
 * phone; the silence between tracks, and uploads over a connection that breaks, on a desktop. `npm run lighthouse` runs all, and
 * `npm run lighthouse -- 3 pages interactions` some, with the median of 3 runs. Fails if a figure misses its bound. */
import { asAdmin } from '../testing/requests'
import { auditPages } from './browser/audits'
import { printFigures } from './browser/figures'
import { measureFirstVisits } from './browser/first-visits'
import { measureFrames } from './browser/frames'
import { measureInteractions } from './browser/interactions'
import { measureNavigation } from './browser/navigation'
import { measureSecondVisits } from './browser/second-visits'
import { measureTrackGaps } from './browser/track-gaps'
import { measureUploads } from './browser/uploads'
import { startThrowawaySite, type ThrowawaySite } from './throwaway-site'

const songCount = 300

/** The measurements by their names. Each returns the names of the figures that miss their bounds. */
const measurements: Record<string, (site: ThrowawaySite, runs: number) => Promise<string[]>> = {
  pages: ({ url }, runs) => auditPages(url, runs),
  'first-visits': async ({ url }, runs) => printFigures(await measureFirstVisits(url, runs)),
  'second-visits': async ({ url }, runs) => printFigures(await measureSecondVisits(url, runs)),
  navigation: async ({ url }) => printFigures(await measureNavigation(url)),
  interactions: async ({ url }, runs) => printFigures(await measureInteractions(url, runs)),
  frames: async ({ url }) => printFigures(await measureFrames(url)),
  tracks: async (site) => printFigures(await measureTrackGaps(site)),
  uploads: async () => printFigures(await measureUploads()),
}

/** Adds as many songs as a busy band plays. */
async function addSongs({ url, token }: ThrowawaySite) {
  const rows = Array.from({ length: songCount }, (_, n) => `Song ${n},Artist ${n % 40},loud`)
  const body = ['title,artist,tags', ...rows].join('\n')
  const headers = { ...asAdmin(await token()), 'content-type': 'text/csv' }
  const response = await fetch(`${url}/api/admin/import/songs`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The import was answered with ${response.status}.`)
}

const chosen = process.argv.slice(2).filter((argument) => argument in measurements)
const runs = Number(process.argv.slice(2).find((argument) => !(argument in measurements)) ?? 5)
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(
    `Give a number of runs, or names of measurements: ${Object.keys(measurements).join(', ')}`,
  )

const site = await startThrowawaySite()
const missed: string[] = []
try {
  await addSongs(site)
  for (const name of chosen.length > 0 ? chosen : Object.keys(measurements)) {
    console.log(`\n${name}`)
    missed.push(...((await measurements[name]?.(site, runs)) ?? []))
  }
} finally {
  await site.stop()
}
console.log(missed.length === 0 ? '\nAll as they should be.' : `\nMissed: ${missed.join('; ')}`)
process.exit(missed.length === 0 ? 0 : 1)
