import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumFlags, findHeadlessShell } from '../../testing/browser/browsers'
import { median } from '../median'
import { servePageVariant, withoutScripts } from './page-variant'

const version = '13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Limits of the largest paint (milliseconds). Home has a picture and a video. */
export const paintBounds = {
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
/** Milliseconds. */
const auditTimeout = 120_000

interface Report {
  categories: Record<(typeof categories)[number], { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/** Audits the public pages with Lighthouse on an emulated phone with slow 4G, and prints a line for each. For comparison, the
 * line has the largest paint and the blocking time of the same page without scripts.
 * @param runs number of audits of each page, of whose figures the medians count
 * @returns what misses its bound */
export async function auditPages(siteUrl: string, runs: number): Promise<string[]> {
  const scriptless = servePageVariant(siteUrl, withoutScripts)
  const browser = findHeadlessShell()
  const columns = ['scores', 'first paint', 'largest', 'blocking', 'shift', 'without scripts']
  console.log(`Lighthouse ${version} with ${basename(browser)}, median of ${runs}`)
  console.log('page'.padEnd(10), ...columns.map((name) => name.padStart(16)))
  const missed: string[] = []
  for (const [path, bound] of Object.entries(paintBounds)) {
    const page = await measure(siteUrl + path, browser, runs)
    const bare = await measure(scriptless.url + path, browser, runs)
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
  scriptless.stop()
  return missed
}

async function measure(url: string, browser: string, runs: number) {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await audit(url, browser))
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

/** Runs Lighthouse, and repeats the run if it fails, because Lighthouse sometimes loses its trace. */
async function audit(url: string, browser: string, tries = 3): Promise<Report> {
  const scratch = await mkdtemp(join(tmpdir(), 'lighthouse-'))
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
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (tries === 1) throw error
    return audit(url, browser, tries - 1)
  } finally {
    await rm(scratch, { recursive: true })
  }
}
