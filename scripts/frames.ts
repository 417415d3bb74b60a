/** Traces the main thread of an emulated slow phone in the player and in page transitions, because a task of more than 16 ms
 * delays a frame: `npm run bench:frames`. */
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { pages } from '../api/shared/site-map'
import { phone, slowDownCpu, withChromium } from './slow-phone'
import { startThrowawaySite } from './throwaway-site'

/** Milliseconds. */
const [frame, traced] = [16, 1_500]

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  dur?: number
  args: { name?: string }
}

/** Traces an action and the time after it.
 * @returns the durations of the main thread's tasks in milliseconds, the longest one first */
async function tasksOf(browser: Browser, page: Page, act: () => Promise<unknown>) {
  const path = join(tmpdir(), `trace-${process.pid}.json`)
  await browser.startTracing(page, { path, categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  await page.waitForTimeout(traced)
  await browser.stopTracing()
  const { traceEvents } = JSON.parse(await readFile(path, 'utf8')) as { traceEvents: TraceEvent[] }
  await rm(path)
  const tasksOfThreads = Map.groupBy(
    traceEvents.filter(({ name, ph }) => name === 'RunTask' && ph === 'X'),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  const mains = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => tasksOfThreads.get(`${pid} ${tid}`) ?? [])
  const [tasks = []] = mains.toSorted((one, other) => other.length - one.length)
  return tasks.map(({ dur = 0 }) => dur / 1_000).sort((one, other) => other - one)
}

const site = await startThrowawaySite()
await withChromium(async (browser) => {
  const page = await (await browser.newContext(phone)).newPage()
  const report = async (name: string, act: () => Promise<unknown>) => {
    const tasks = await tasksOf(browser, page, act)
    const long = tasks.filter((task) => task > frame).map((task) => Math.round(task))
    const busy = Math.round(tasks.reduce((sum, task) => sum + task, 0))
    console.log(
      `${name}: longest ${Math.round(tasks[0] ?? 0)} ms, over ${frame} ms: ${long.length}, together ${busy} ms`,
    )
  }
  await page.goto(site.url + pages.music.path, { waitUntil: 'networkidle' })
  await slowDownCpu(page)
  const button = (name: RegExp) => page.getByRole('button', { name }).first()
  await report('play', () => button(/^Play St/).tap())
  await report('open the player', () => button(/open the player$/).tap())
  await report('the record turns', () => Promise.resolve())
  await report('close the player', () => button(/^Close the player$/).tap())
  await page.goto(site.url + pages.shows.path, { waitUntil: 'networkidle' })
  await report('a ticket becomes a page', () =>
    page
      .getByRole('link', { name: /Harbour Stage$/ })
      .first()
      .tap(),
  )
  await report('and back', () => page.goBack())
})
await site.stop()
