import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startThrowawaySite } from '../throwaway-site'
import type { Figure } from './figures'
import { withChromium } from './slow-phone'

/** The number of files, and the bytes of each. */
const [count, size] = [12, 5_000_000]
/** Bytes in a second: 2 Mbit/s. */
const rate = 250_000
/** Milliseconds. */
const [breakEvery, reloadAfter, timeout] = [10_000, 120_000, 15 * 60_000]
/** The ratio that the uploads must not exceed. */
const bound = 1.15

const song = join(import.meta.dirname, '../../api/demo/tracks/house-of-the-rising-sun.mp3')
/** The place of recording that the uploaded tracks have, by which they are counted. */
const place = 'The van'

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Starts a proxy in front of a site, which sends to it at `rate` and closes all connections every `breakEvery` milliseconds.
 * @param target returns the port of the site */
async function startLine(target: () => number) {
  let bytes = 0
  /** When the line is free again. */
  let freeAt = 0
  const sockets = new Set<Socket>()

  /** Waits until the line has carried this piece and all earlier ones. */
  function carry(length: number) {
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + (length / rate) * 1_000
    return pause(freeAt - now)
  }

  const server = createServer((client) => {
    const site = connect(target(), 'localhost')
    for (const socket of [client, site]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    }
    client.on('data', async (piece) => {
      client.pause()
      await carry(piece.length)
      if (client.destroyed) return
      bytes += piece.length
      site.write(piece)
      client.resume()
    })
    client.on('end', () => site.end())
    site.pipe(client)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const breaking = setInterval(() => {
    for (const socket of sockets) socket.destroy()
  }, breakEvery)
  return {
    url: `http://localhost:${(server.address() as { port: number }).port}`,
    bytes: () => bytes,
    stop() {
      clearInterval(breaking)
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Uploads twelve mp3s of 5 MB from the back office over a line of 2 Mbit/s that breaks every ten seconds, with one reload
 * meanwhile. Measures the ratio of the bytes that went to the site to the bytes of the files. */
export async function measureUploads(): Promise<Figure[]> {
  const line = await startLine(() => Number(new URL(site.url).port))
  const site = await startThrowawaySite({ API_HOST: line.url })
  const token = await site.token()
  const directory = await mkdtemp(join(tmpdir(), 'line-'))
  const bytes = Buffer.alloc(size, await readFile(song))
  const files = Array.from({ length: count }, (_, n) => join(directory, `Track ${n + 1}.mp3`))
  for (const file of files) await writeFile(file, bytes)
  const startedAt = performance.now()
  const arrived = await withChromium(async (browser) => {
    const page = await browser.newPage()
    await page.addInitScript((value) => localStorage.setItem('authToken', value), token)
    const open = async () => {
      await page.goto(`${line.url}/Admin`).catch(() => page.goto(`${line.url}/Admin`))
      await page.getByRole('tab', { name: 'Music' }).click()
    }
    await open()
    await page.getByLabel('Choose several tracks').setInputFiles(files)
    await page.getByLabel('Where they were recorded').fill(place)
    await page.getByRole('button', { name: `Upload ${count} tracks` }).click()
    await pause(reloadAfter)
    await open()
    let stored = await countStored(site.url)
    while (stored < count && performance.now() - startedAt < timeout) {
      await pause(1_000)
      stored = await countStored(site.url)
    }
    return stored
  })
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const ratio = line.bytes() / (count * size)
  line.stop()
  await site.stop()
  await rm(directory, { recursive: true })
  const name = `${arrived} of ${count} tracks uploaded in ${seconds} s: bytes sent`
  return [{ name, value: arrived === count ? ratio : Number.NaN, unit: 'times', bound }]
}

async function countStored(url: string): Promise<number> {
  const { music } = (await (await fetch(`${url}/api/music`)).json()) as {
    music: { location: string }[]
  }
  return music.filter(({ location }) => location === place).length
}
