import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, mp3, streamedTrack } from '../../testing/requests'
import { type Site, startSite } from '../../testing/site-process'

const megabyte = 1024 * 1024

// Only Linux reports a process's memory in a file.
describe.skipIf(process.platform !== 'linux')('the process’s memory', () => {
  let site: Site
  let token: string
  beforeAll(async () => {
    // The first daily backup would start after a minute, and its memory would be measured, too.
    site = await startSite({ MAX_UPLOAD_MB: '256', BACKUP_KEEP: '0' })
    token = await site.token()
  })
  afterAll(() => site.stop())

  function memory(field: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${site.process().pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
  }

  /** @param onSent called with the number of bytes that were sent before the last piece */
  async function upload(size: number, onSent: (bytes: number) => void = () => undefined) {
    const music = mp3()
    async function* repeated() {
      for (let sent = 0; sent < size; sent += music.length) {
        yield music
        onSent(sent)
      }
    }
    const answer = await fetch(`${site.url}/api/music/upload`, streamedTrack(token, repeated()))
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { music: { mp3FilePath: string; size: number } }).music
  }

  /** Runs a function five times.
   * @returns the lowest resident memory in bytes after a run: the value with the least garbage */
  async function lowestMemoryAfter(work: () => Promise<unknown>): Promise<number> {
    let lowest = Number.POSITIVE_INFINITY
    for (let times = 0; times < 5; times += 1) {
      await work()
      lowest = Math.min(lowest, memory('VmRSS'))
    }
    return lowest
  }

  /** Repeats a function until the memory has grown by less than 50 MB, because the site may need seconds to collect its
   * garbage. Memory that is still in use is never collected; then the test fails. */
  const expectSmallGrowth = (before: number, work: () => Promise<unknown>) =>
    expect
      .poll(
        async () => {
          await work()
          return (memory('VmRSS') - before) / megabyte
        },
        { interval: 100 },
      )
      .toBeLessThan(50)

  // A peak includes garbage, so a small file's peak is as high as a large one's. If the site kept the file in memory, the
  // lowest value towards the end would be high, too.
  it('grows by at most 120 MB, garbage excluded, for an upload of 200 MB', async () => {
    const before = memory('VmRSS')
    let lowest = Number.POSITIVE_INFINITY
    const { size } = await upload(200 * megabyte, (sent) => {
      if (sent > 150 * megabyte) lowest = Math.min(lowest, memory('VmRSS'))
    })
    expect(size).toBeGreaterThan(200 * megabyte)
    expect((lowest - before) / megabyte).toBeLessThan(120)
  })

  it('grows by at most 50 MB, garbage excluded, while a zip of more than 120 MB is sent', async () => {
    await upload(120 * megabyte)
    const before = memory('VmRSS')
    let lowest = Number.POSITIVE_INFINITY
    let read = 0
    const response = await fetch(`${site.url}/api/admin/export/everything.zip`, {
      headers: asAdmin(token),
    })
    for await (const piece of response.body ?? []) {
      read += piece.length
      if (read > 80 * megabyte) lowest = Math.min(lowest, memory('VmRSS'))
    }
    expect(read).toBeGreaterThan(120 * megabyte)
    expect((lowest - before) / megabyte).toBeLessThan(50)
  })

  it('grows by at most 400 MB for 100 uploads at once, of which some are refused', async () => {
    const before = memory('VmRSS')
    const music = mp3()
    async function* repeated() {
      for (let sent = 0; sent < 4 * megabyte; sent += music.length) yield music
    }
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const upload = streamedTrack(token, repeated())
        return (await fetch(`${site.url}/api/music/upload`, upload)).status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([201, 503]))
    expect((memory('VmHWM') - before) / megabyte).toBeLessThan(400)
  })

  it('and the database’s cursors stay as they were after 400 downloads that broke off', async () => {
    const { mp3FilePath } = await upload(60 * megabyte)
    const openCursors = async () =>
      (await site.db.command({ serverStatus: 1 }))['metrics'].cursor.open.total as number
    const breakOff20 = () =>
      Promise.all(Array.from({ length: 20 }, () => breakOff(site.url + mp3FilePath)))
    // A whole download waits for the copy on disk. The first requests grow the heap once, whatever becomes of them.
    await (await fetch(site.url + mp3FilePath)).arrayBuffer()
    const before = { memory: await lowestMemoryAfter(breakOff20), cursors: await openCursors() }
    for (let broken = 0; broken < 300; broken += 20) await breakOff20()
    expect(await openCursors()).toBeLessThanOrEqual(before.cursors)
    await expectSmallGrowth(before.memory, breakOff20)
  })

  it('grows by less than 50 MB while 50 clients stop reading a track and five stop reading the zip of everything', async () => {
    const { mp3FilePath } = await upload(60 * megabyte)
    const zip = `${site.url}/api/admin/export/everything.zip`
    await (await fetch(site.url + mp3FilePath)).body?.cancel()
    const before = memory('VmRSS')
    const stalled = await Promise.all([
      ...Array.from({ length: 50 }, () => stall(site.url + mp3FilePath)),
      ...Array.from({ length: 5 }, () => stall(zip, asAdmin(token))),
    ])
    await expectSmallGrowth(before, async () => (await fetch(site.url + mp3FilePath)).arrayBuffer())
    for (const response of stalled) response.destroy()
  })
})

/** Requests a file and disconnects after its first bytes. */
function breakOff(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(url, (answer) => {
      answer.once('data', () => answer.destroy())
      answer.once('close', () => resolve())
    })
    asking.on('error', reject)
    asking.end()
  })
}

/** Requests a file and stops reading after 4 MB, when the site is in the midst of sending it. */
function stall(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers }, (answer) => {
      let read = 0
      answer.on('data', (piece: Buffer) => {
        read += piece.length
        if (read < 4 * megabyte) return
        answer.pause()
        resolve(answer)
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}
