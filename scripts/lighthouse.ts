/** Measures the public pages with Lighthouse on an emulated phone with slow 4G: `npm run lighthouse`, or
 * `npm run lighthouse -- 3` for the median of 3 runs. For comparison, it prints the largest paint and the blocking time
 * of each page without scripts. It then measures second visits, navigation, interactions, and the silence between
 * tracks.
 * Fails if a page or a measurement misses its bound. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumFlags, findHeadlessShell } from '../testing/browser/browsers'
import { asAdmin } from '../testing/requests'
import { addShortTracks } from '../testing/short-tracks'
import { measureInteractions, percentile75 } from './interactions'
import { median } from './median'
import { measureNavigation } from './navigation'
import { servePageVariant, withoutScripts } from './page-variant'
import { measureSecondVisit } from './second-visit'
import { startThrowawaySite } from './throwaway-site'
import { measureTrackGaps } from './track-gaps'

const version = '13.5.0'
const runs = Number(process.argv[2] ?? 5)
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Limits of the largest paint (milliseconds). Home has a picture and a video. */
const paintBounds = {
  '/': 1_300,
  '/AboutUs': 1_100,
  '/Shows': 1_100,
  '/Videos': 1_100,
  '/Music': 1_100,
  '/BookUs': 1_100,
  '/Songs': 1_100,
  '/Press': 1_100,
}
const [blockingBound, shiftBound] = [30, 0]
/** Milliseconds from a click on a link to the next page. */
const navigationBound = 100
/** 75th percentile in milliseconds. */
const interactionBound = 100
/** Milliseconds of silence between two tracks. */
const gapBound = 300
const trackCount = 12
const songCount = 300
/** Milliseconds. */
const auditTimeout = 120_000

interface Report {
  categories: Record<(typeof categories)[number], { score: number }>
  audits: Record<string, { numericValue?: number }>
}

const scratch = await mkdtemp(join(tmpdir(), 'lighthouse-'))
const browser = findHeadlessShell()
const site = await startThrowawaySite()
await addSongs()
const scriptless = servePageVariant(site.url, withoutScripts)

/** Adds as many songs as a busy band plays. */
async function addSongs() {
  const rows = Array.from({ length: songCount }, (_, n) => `Song ${n},Artist ${n % 40},loud`)
  const body = ['title,artist,tags', ...rows].join('\n')
  const headers = { ...asAdmin(await site.token()), 'content-type': 'text/csv' }
  const request = { method: 'POST', headers, body }
  const response = await fetch(`${site.url}/api/admin/import/songs`, request)
  if (!response.ok) throw new Error(`The import was answered with ${response.status}.`)
}

/** Runs Lighthouse, and repeats the run if it fails, because Lighthouse sometimes loses its trace. */
async function audit(url: string, tries = 3): Promise<Report> {
  const path = join(scratch, 'report.json')
  const flags = ['--headless=new', ...chromiumFlags]
  try {
    await promisify(execFile)(
      'npx',
      [
        ...['--yes', `lighthouse@${version}`, url, '--quiet', '--output=json'],
        ...[`--output-path=${path}`, `--only-categories=${categories.join()}`],
        `--chrome-flags=${flags.join(' ')}`,
      ],
      { env: { ...process.env, CHROME_PATH: browser }, timeout: auditTimeout },
    )
  } catch (error) {
    if (tries === 1) throw error
    return audit(url, tries - 1)
  }
  return JSON.parse(await readFile(path, 'utf8'))
}

async function measure(url: string) {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await audit(url))
  const figure = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN))
  return {
    scores: categories.map((name) =>
      Math.round(median(reports.map((report) => report.categories[name].score)) * 100),
    ),
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
  }
}

const missed: string[] = []
try {
  const columns = ['scores', 'first paint', 'largest', 'blocking', 'shift', 'without scripts']
  console.log(
    `Lighthouse ${version} with ${basename(browser)}, phone, slow 4G, median of ${runs}\n`,
  )
  console.log('page'.padEnd(10), ...columns.map((name) => name.padStart(16)))
  for (const [path, bound] of Object.entries(paintBounds)) {
    const page = await measure(site.url + path)
    const bare = await measure(scriptless.url + path)
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`
    const cells = [
      page.scores.join(' '),
      seconds(page.firstPaint),
      seconds(page.largestPaint),
      `${Math.round(page.blocking)} ms`,
      page.shift.toFixed(3),
      `${seconds(bare.largestPaint)}, ${Math.round(bare.blocking)} ms`,
    ]
    console.log(path.padEnd(10), ...cells.map((cell) => cell.padStart(16)))
    if (page.scores.some((score) => score < 100)) missed.push(`${path}: scores`)
    if (page.largestPaint > bound) missed.push(`${path}: largest paint`)
    if (page.blocking > blockingBound) missed.push(`${path}: blocking time`)
    if (page.shift > shiftBound) missed.push(`${path}: layout shift`)
  }
  console.log()
  for (const [path, bound] of Object.entries(paintBounds)) {
    const largest = await measureSecondVisit(site.url + path, runs)
    console.log(
      `${path.padEnd(10)} largest paint of a second visit ${(largest / 1000).toFixed(2)} s`,
    )
    if (!(largest <= bound)) missed.push(`${path}: largest paint of a second visit`)
  }
  const [here, slowed] = [
    await measureNavigation(site.url, 1),
    await measureNavigation(site.url, 4),
  ]
  console.log(
    `\nfrom a press to the next page: ${Math.round(here)} ms, four times slowed down ${Math.round(slowed)} ms`,
  )
  if (here > navigationBound) missed.push('moving between pages')

  const visits = await measureInteractions(site.url, runs)
  for (const [visit, interactions] of Object.entries(visits)) {
    const duration = percentile75(interactions)
    console.log(
      `${interactions.length} interactions of a ${visit}, four times slowed down: ${duration} ms at the 75th percentile`,
    )
    if (!(duration <= interactionBound)) missed.push(`interactions of a ${visit}`)
  }

  await addShortTracks(site.url, await site.token(), trackCount)
  const gap = await measureTrackGaps(site.url, trackCount)
  console.log(
    `\nlongest silence between ${trackCount} tracks, while the page changes: ${Math.round(gap)} ms`,
  )
  if (!(gap <= gapBound)) missed.push('silence between tracks')
} finally {
  scriptless.stop()
  await site.stop()
  await rm(scratch, { recursive: true, force: true })
}
console.log(missed.length === 0 ? '\nAll as they should be.' : `\nMissed: ${missed.join(', ')}`)
process.exit(missed.length === 0 ? 0 : 1)
