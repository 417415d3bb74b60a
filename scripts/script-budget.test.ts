import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const client = join(import.meta.dirname, '../dist/client')
const worker = readFileSync(join(client, 'sw.js'))

/** The files that the built service worker precaches. */
const precached = [...worker.toString().matchAll(/["'`]?url["'`]?:\s*["'`]([^"'`]+)["'`]/g)].map(
  ([, path = '']) => path,
)

describe('the files that a phone downloads for offline use', () => {
  it('is a worker of at most 12 kB, gzipped', () => {
    expect(gzipSync(worker, { level: 9 }).length).toBeLessThanOrEqual(12_000)
  })

  it('and files of at most 1 MiB', () => {
    const sizes = precached.map((path) => statSync(join(client, path)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1024 * 1024)
  })

  it('among them the shell, and whatever public pages are made of', () => {
    expect(precached).toContain('shell.html')
    for (const part of [
      /entry-client-.*\.js$/,
      /ShowsPage-.*\.js$/,
      /entry-client-.*\.css$/,
      /\.woff2$/,
    ])
      expect(
        precached.some((path) => part.test(path)),
        String(part),
      ).toBe(true)
  })

  it('and nothing of the back office, no video and no mp3', () => {
    expect(
      precached.filter((path) =>
        /[Aa]dmin|Account|Enquiries|Login|SectionLooks|Parser|uploads|\.(mp4|webm|mp3|jpg)$/.test(
          path,
        ),
      ),
    ).toEqual([])
  })
})

it('the script that measures how fast a visitor saw the site has at most 2 kB', () => {
  const assets = join(client, 'assets')
  const reports = readdirSync(assets).filter((name) => /^report-.*\.js$/.test(name))
  expect(reports.length).toBeGreaterThan(0)
  for (const name of reports) expect(statSync(join(assets, name)).size).toBeLessThanOrEqual(2_000)
})
