import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mp3, streamedTrack } from '../../testing/requests'
import { type Site, startSite } from '../../testing/site-process'

// Only Linux reports a process's memory in a file.
describe.skipIf(process.platform !== 'linux')('the process’s memory', () => {
  const megabyte = 1024 * 1024
  let site: Site
  let token: string
  beforeAll(async () => {
    site = await startSite({ MAX_UPLOAD_MB: '256' })
    token = await site.token()
  })
  afterAll(() => site.stop())

  function memory(field: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${site.process().pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
  }

  async function upload(size: number) {
    const music = mp3()
    async function* repeated() {
      for (let sent = 0; sent < size; sent += music.length) yield music
    }
    const answer = await fetch(`${site.url}/api/music/upload`, streamedTrack(token, repeated()))
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { music: { mp3FilePath: string; size: number } }).music
  }

  it('grows by at most 120 MB for an upload of 200 MB', async () => {
    const before = memory('VmRSS')
    const { size } = await upload(200 * megabyte)
    expect(size).toBeGreaterThan(200 * megabyte)
    expect((memory('VmHWM') - before) / megabyte).toBeLessThan(120)
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
    const client = await MongoClient.connect(site.databaseUri)
    const openCursors = async () =>
      (await client.db().command({ serverStatus: 1 }))['metrics'].cursor.open.total as number
    async function breakOffTimes(times: number) {
      for (let broken = 0; broken < times; broken += 20)
        await Promise.all(Array.from({ length: 20 }, () => breakOff(site.url + mp3FilePath)))
    }
    // A whole download waits for the copy on disk. The first requests grow the heap once, whatever becomes of them.
    await (await fetch(site.url + mp3FilePath)).arrayBuffer()
    await breakOffTimes(100)
    const before = { memory: memory('VmRSS'), cursors: await openCursors() }
    await breakOffTimes(400)
    expect(await openCursors()).toBeLessThanOrEqual(before.cursors)
    expect((memory('VmRSS') - before.memory) / megabyte).toBeLessThan(50)
    await client.close()
  })

  it('grows by less than 50 MB for 50 listeners who stand still', async () => {
    const { mp3FilePath } = await upload(60 * megabyte)
    await (await fetch(site.url + mp3FilePath)).body?.cancel()
    const before = memory('VmRSS')
    const standing = await Promise.all(
      Array.from({ length: 50 }, () => stall(site.url + mp3FilePath)),
    )
    // Complete downloads give the site time to read ahead for the stalled clients.
    for (let listened = 0; listened < 5; listened += 1)
      await (await fetch(site.url + mp3FilePath)).arrayBuffer()
    expect((memory('VmRSS') - before) / megabyte).toBeLessThan(50)
    for (const response of standing) response.destroy()
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

/** Requests a file and stops reading after its first bytes. */
function stall(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request(url, (answer) => {
      answer.once('data', () => {
        answer.pause()
        resolve(answer)
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}
