/** Uploads twelve mp3s of 5 MB from the back office over a line of 2 Mbit/s that breaks every ten seconds, with one reload
 * meanwhile: `npm run bench:uploads`. Prints the ratio of the bytes that went to the site to the bytes of the files. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withChromium } from './slow-phone'
import { startThrowawaySite } from './throwaway-site'

const [count, size] = [12, 5_000_000]
/** Bytes in a second: 2 Mbit/s. */
const rate = 250_000
/** Milliseconds. */
const [breakEvery, reloadAfter, limit] = [10_000, 120_000, 15 * 60_000]
/** The ratio that the uploads must not exceed. */
const bound = 1.15

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Starts a proxy in front of a site, whose way to the site has the line's rate and breaks.
 * @param target returns the port of the site */
async function startLine(target: () => number) {
  let bytes = 0
  /** When the line is free again. */
  let freeAt = 0
  const sockets = new Set<Socket>()

  /** Waits until the line has carried a piece after those before it. */
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

const line = await startLine(() => Number(new URL(site.url).port))
const site = await startThrowawaySite({ API_HOST: line.url })
const token = await site.token()
const directory = await mkdtemp(join(tmpdir(), 'line-'))
const song = join(import.meta.dirname, '../api/demo/tracks/house-of-the-rising-sun.mp3')
const bytes = Buffer.alloc(size, await readFile(song))
const files = Array.from({ length: count }, (_, index) => join(directory, `Track ${index + 1}.mp3`))
for (const file of files) await writeFile(file, bytes)

async function stored(): Promise<number> {
  const { music } = (await (await fetch(`${site.url}/api/music`)).json()) as {
    music: { location: string }[]
  }
  return music.filter(({ location }) => location === 'The van').length
}

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
  await page.getByLabel('Where they were recorded').fill('The van')
  await page.getByRole('button', { name: `Upload ${count} tracks` }).click()
  await pause(reloadAfter)
  await open()
  let [before, now] = [-1, await stored()]
  while (now < count && performance.now() - startedAt < limit) {
    if (now !== before) console.log(`${now} tracks, ${Math.round(line.bytes() / 1_000_000)} MB`)
    await pause(1_000)
    ;[before, now] = [now, await stored()]
  }
  return now
})
const ratio = line.bytes() / (count * size)
const seconds = Math.round((performance.now() - startedAt) / 1_000)
line.stop()
await site.stop()
await rm(directory, { recursive: true })
console.log(
  `${arrived} of ${count} tracks after ${seconds} s, ${ratio.toFixed(3)} times their bytes`,
)
process.exit(arrived === count && ratio <= bound ? 0 : 1)
