import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { pages } from '../../api/shared/site-map'
import type { Figure } from './figures'
import { phone, slowDownCpu, withChromium } from './slow-phone'

/** Milliseconds: the longest task that delays no frame; the time that is traced. */
const [bound, traced] = [16, 1_500]

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

/** Traces the main thread of an emulated slow phone in the player and in page transitions. */
export async function measureFrames(url: string): Promise<Figure[]> {
  const figures: Figure[] = []
  await withChromium(async (browser) => {
    const page = await (await browser.newContext(phone)).newPage()
    const trace = async (name: string, act: () => Promise<unknown>) => {
      const tasks = await tasksOf(browser, page, act)
      const late = tasks.filter((task) => task > bound).length
      const busy = tasks.reduce((sum, task) => sum + task, 0)
      const about = `${late} delay a frame, all take ${Math.round(busy)} ms`
      const value = tasks[0] ?? Number.NaN
      figures.push({ name: `${name}: longest task (${about})`, value, unit: 'ms', bound })
    }
    await page.goto(url + pages.music.path, { waitUntil: 'networkidle' })
    await slowDownCpu(page)
    const button = (name: RegExp) => page.getByRole('button', { name }).first()
    await trace('play', () => button(/^Play St/).tap())
    await trace('open the player', () => button(/open the player$/).tap())
    await trace('the record turns', () => Promise.resolve())
    await trace('close the player', () => button(/^Close the player$/).tap())
    await page.goto(url + pages.shows.path, { waitUntil: 'networkidle' })
    const ticket = page.getByRole('link', { name: /Harbour Stage$/ }).first()
    await trace('a ticket becomes a page', () => ticket.tap())
    await trace('and back', () => page.goBack())
  })
  return figures
}
