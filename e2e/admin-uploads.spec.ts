import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, logIn, resize, violationsInBothSchemes } from '../testing/browser/fixtures'
import { test } from '../testing/browser/own-site'
import { adminTracks, publicTracks } from '../testing/records'
import { mp3 } from '../testing/requests'
import type { Site } from '../testing/site-process'
import { pictureFrame, withTags } from '../testing/tags'

async function openMusic(page: Page, site: Site) {
  await logIn(page, site)
  await page.goto(`${site.url}/Admin`)
  await page.getByRole('tab', { name: 'Music' }).click()
  return page.getByRole('region', { name: 'Several at once' })
}

/** Mp3s without the tags (ID3v2) at the start of the demo's track, which are sent in one part. */
function files(names: readonly string[]) {
  const tagged = mp3()
  const untagged = tagged.subarray(10 + (tagged[8] ?? 0) * 128 + (tagged[9] ?? 0))
  const buffer = untagged.subarray(0, 100_000)
  return names.map((name) => ({ name, mimeType: 'audio/mpeg', buffer }))
}

/** Blocks writes to the page's database of uploads until its window gets the event `release`. */
async function occupyUploads() {
  const opening = indexedDB.open('uploads')
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const db = opening.result
  const tracks = db.transaction('tracks', 'readwrite').objectStore('tracks')
  let isReleased = false
  // A transaction lasts as long as it has requests.
  const keepBusy = () => {
    if (!isReleased) tracks.count().onsuccess = keepBusy
    else db.close()
  }
  keepBusy()
  addEventListener('release', () => {
    isReleased = true
  })
}

/** The locations of the tracks in the page's database of uploads. */
async function storedLocations() {
  const finished = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
  const db = await finished(indexedDB.open('uploads'))
  const tracks = await finished(db.transaction('tracks').objectStore('tracks').getAll())
  db.close()
  return tracks.map(({ fields }) => fields.location)
}

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    expectedConsole: /Failed to load resource|Uploading a track failed:/,
  })

  test('several mp3s become tracks although the connection breaks and another page is opened', async ({
    page,
    ownSite: site,
  }) => {
    await page.clock.install()
    const tracksBefore = (await publicTracks(site)).length
    const several = await openMusic(page, site)
    const [third] = files(['03 - Third.mp3'])
    const cover = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await several.getByLabel('Choose several tracks').setInputFiles([
      ...files(['01 - Broken.mp3', '02 - Reloaded.mp3']),
      {
        name: '03 - Third.mp3',
        mimeType: 'audio/mpeg',
        buffer: withTags({ APIC: pictureFrame(cover) }, third?.buffer ?? Buffer.alloc(0)),
      },
      { name: 'demo.wav', mimeType: 'audio/wav', buffer: Buffer.from('RIFF') },
    ])
    await expect(several.getByRole('alert')).toHaveText(
      'demo.wav is not an mp3 (WAV). Export it as an mp3 with 192 kbit/s or more, and choose that file.',
    )
    await expect(several.getByRole('listitem')).toHaveCount(3)
    const shown = several.getByRole('img', { name: 'Cover' })
    await expect(shown).toHaveJSProperty('naturalWidth', 96)
    await several.getByRole('button', { name: 'Edit Third' }).tap()
    await several.getByLabel('Name', { exact: true }).fill('The third one')
    await several.getByRole('button', { name: 'Upload 3 tracks' }).tap()
    await expect(several.getByText('Some of the tracks need this.')).toBeVisible()
    await expect(several.getByLabel('Where they were recorded')).toBeFocused()
    expect(await violationsInBothSchemes(page)).toEqual([])
    await several.getByLabel('Where they were recorded').fill('The barn')

    // If a part were sent before the upload's address is stored, a reload could upload the file a second time.
    const order: string[] = []
    const began = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.route(
      '**/api/uploads',
      async (route) => {
        await page.evaluate(occupyUploads)
        await route.continue()
      },
      { times: 1 },
    )
    // The first part is lost, a captive portal responds to the next request, and the second file is not sent before the other
    // page is opened.
    let parts = 0
    let isPortal = true
    await page.route('**/api/uploads/*', (route) => {
      if (isPortal && route.request().method() === 'HEAD') {
        isPortal = false
        return route.fulfill({ contentType: 'text/html', body: '<title>Hotel</title>' })
      }
      if (route.request().method() !== 'PATCH') return route.fallback()
      parts += 1
      order.push('part sent')
      return parts === 2 ? route.fallback() : route.abort('connectionreset')
    })
    await several.getByRole('button', { name: 'Upload 3 tracks' }).tap()
    await began
    // A page that does not wait for the address to be stored sends the part within these ten frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
    })
    order.push('storing allowed')
    await page.evaluate(() => dispatchEvent(new Event('release')))
    await expect
      .poll(
        async () => {
          // The pauses before further attempts.
          await page.clock.fastForward(1_000)
          return (await publicTracks(site)).map(({ name }) => name)
        },
        { intervals: [100] },
      )
      .toContain('Broken')
    await expect(several.getByText('Added: 1. Not added yet: 2.')).toBeVisible()
    expect(order.slice(0, 2)).toEqual(['storing allowed', 'part sent'])
    await page.unroute('**/api/uploads/*')
    // Uploads continue on any page of the back office.
    await page.goto(`${site.url}/Admin/enquiries`)
    await expect.poll(async () => (await publicTracks(site)).length).toBe(tracksBefore + 3)
    await page.goto(`${site.url}/Admin`)
    await page.getByRole('tab', { name: 'Music' }).click()
    const added = (await publicTracks(site)).filter(({ location }) => location === 'The barn')
    expect(added.map(({ name, number }) => `${number} ${name}`).sort()).toEqual([
      '1 Broken',
      '2 Reloaded',
      '3 The third one',
    ])
    await expect(page.getByText('The third one by', { exact: false }).first()).toBeVisible()
    const known = several.getByText('A track of this name is there already.')
    await several.getByLabel('Choose several tracks').setInputFiles(files(['01 - BROKEN.mp3']))
    await expect(known).toBeVisible()
    await several.getByRole('button', { name: 'Edit BROKEN' }).tap()
    await several.getByLabel('Name', { exact: true }).fill('Another one')
    await expect(known).toHaveCount(0)
  })

  test('an upload can be paused, resumed, removed and stored as a draft; a refused one shows the reason', async ({
    page,
    ownSite: site,
  }) => {
    // The browser has no space to store one of the files, which must be uploaded all the same.
    await page.addInitScript(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (value, key) {
        if (value.file?.name === 'Paused.mp3')
          throw new DOMException('There is no space.', 'QuotaExceededError')
        return put.call(this, value, key)
      }
    })
    const several = await openMusic(page, site)
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.fallback(),
    )
    const broken = { name: 'Refused.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(2000, 'x') }
    await several
      .getByLabel('Choose several tracks')
      .setInputFiles([...files(['Paused.mp3']), broken])
    await several.getByLabel('Where they were recorded').fill('The barn')
    await several.getByLabel('Who hears it').selectOption('Draft: only us, for now')
    await several.getByRole('button', { name: 'Upload 2 tracks' }).tap()
    await several.getByRole('button', { name: 'Pause Paused' }).tap()
    await expect(several.getByText('Paused', { exact: false }).first()).toBeVisible()
    await page.unroute('**/api/uploads/*')
    await expect(several.getByRole('alert')).toHaveText(
      'The file is not an mp3. Please save it as an mp3 first.',
    )
    await several.getByRole('button', { name: 'Remove Refused' }).tap()
    // The focus moves to the next file.
    await expect(several.getByRole('listitem').locator(':focus')).toBeVisible()
    await several.getByRole('button', { name: 'Resume Paused' }).tap()
    await expect
      .poll(async () => (await adminTracks(site)).map(({ name, isDraft }) => [name, isDraft]))
      .toContainEqual(['Paused', true])
    await expect(several.getByRole('listitem')).toHaveCount(0)
  })

  test('chosen files survive a reload, and corrections made after a failed upload are sent', async ({
    page,
    ownSite: site,
  }) => {
    const several = await openMusic(page, site)
    // Without a connection the module that reads tags can't be loaded; the file's name tells the fields.
    await page.route(/\/assets\/.*read-tags/, (route) => route.abort('connectionfailed'))
    const [file] = files(['07 - Chosen.mp3'])
    const dataTransfer = await page.evaluateHandle((base64) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], '07 - Chosen.mp3', { type: 'audio/mpeg' }))
      return transfer
    }, file?.buffer.toString('base64') ?? '')
    await several.getByText('As many mp3s as you like').dispatchEvent('drop', { dataTransfer })
    await expect(several.getByRole('listitem')).toHaveText(/Chosen/)
    await several.getByRole('button', { name: 'Edit Chosen' }).tap()
    await several.getByLabel('Location').fill('The barn')
    await several.getByRole('button', { name: 'Done with Chosen' }).tap()
    await expect.poll(() => page.evaluate(storedLocations)).toEqual(['The barn'])
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Music' })).toHaveAttribute('aria-selected', 'true')
    await several.getByRole('button', { name: 'Edit Chosen' }).tap()
    await expect(several.getByLabel('Location')).toHaveValue('The barn')
    await expect(several.getByLabel('Place on the album')).toHaveValue('7')

    const refused = JSON.stringify({ detail: 'Not now.' })
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, contentType: 'application/problem+json', body: refused })
        : route.fallback(),
    )
    await several.getByRole('button', { name: 'Upload 1 track' }).tap()
    await expect(several.getByRole('alert')).toHaveText(/Not now\./)
    await page.unroute('**/api/uploads/*')
    const discarded = page.waitForResponse((response) => response.request().method() === 'DELETE')
    // The fields are still open.
    await several.getByLabel('Name', { exact: true }).fill('Corrected')
    expect((await discarded).status()).toBe(204)
    await several.getByRole('button', { name: 'Try again with Corrected' }).tap()
    await expect
      .poll(async () => (await publicTracks(site)).map(({ name }) => name))
      .toContain('Corrected')
  })

  test('a chosen file is in one tab, and moves to another one when that is closed', async ({
    page,
    context,
    ownSite: site,
  }) => {
    const several = await openMusic(page, site)
    await several.getByLabel('Choose several tracks').setInputFiles(files(['Mine.mp3', 'Too.mp3']))
    await expect(several.getByRole('listitem')).toHaveCount(2)
    await expect.poll(() => page.evaluate(storedLocations)).toEqual(['', ''])
    const other = await context.newPage()
    const inOther = await openMusic(other, site)
    const waits = () =>
      other.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0)
    await expect.poll(waits).toBe(1)
    await expect(inOther.getByRole('listitem')).toHaveCount(0)
    await page.close()
    await expect(inOther.getByRole('listitem')).toHaveCount(2)
  })

  test('an upload without a connection waits, and resumes once the site can be reached', async ({
    page,
    ownSite: site,
  }) => {
    await page.clock.install()
    const several = await openMusic(page, site)
    await several.getByLabel('Choose several tracks').setInputFiles(files(['One.mp3', 'Two.mp3']))
    await several.getByLabel('Where they were recorded').fill('The barn')
    const lost = /\/api\/(uploads|health\/live)/
    await page.route(lost, (route) => route.abort('connectionfailed'))
    await several.getByRole('button', { name: 'Upload 2 tracks' }).tap()
    await expect(several.getByText(/Uploading/)).toBeVisible()
    // Logging out would discard them, so it asks first.
    await page.getByRole('button', { name: 'Log out' }).last().tap()
    const question = page.getByRole('dialog', { name: 'Log out?' })
    await expect(question).toContainText(
      '2 mp3s on this device have not been saved and will be discarded.',
    )
    await question.getByRole('button', { name: 'Cancel' }).tap()
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(30_000)
          return several.getByText('· Waiting').count()
        },
        { intervals: [100] },
      )
      .toBe(2)
    await expect(several.getByRole('alert')).toHaveCount(0)
    await page.unroute(lost)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect
      .poll(async () => (await publicTracks(site)).map(({ name }) => name))
      .toContain('Two')
    await expect(several.getByRole('listitem')).toHaveCount(0)
  })

  test('a rider is uploaded for the press page, where it can be downloaded', async ({
    page,
    ownSite: site,
  }) => {
    await logIn(page, site)
    await page.goto(`${site.url}/Admin/site`)
    const section = page.getByRole('group').filter({
      has: page.getByRole('heading', { level: 2, name: 'Press page' }),
    })
    await section.getByRole('heading', { level: 2, name: 'Press page' }).click()
    await section.getByRole('button', { name: 'Add file' }).tap()
    const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 'x')])
    const rider = { name: 'Technical_rider.pdf', mimeType: 'application/pdf', buffer }
    await section.getByLabel('Choose the file').setInputFiles(rider)
    await expect(section.getByText('Current file: Technical_rider.pdf')).toBeVisible()
    await section.getByRole('button', { name: 'Save' }).tap()
    await expect(section.getByText('Saved: Press page')).toBeVisible()
    await resize(page, { width: 1440, height: 900 })
    await page.goto(`${site.url}/Press`)
    const link = page.getByRole('link', { name: 'Technical rider' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(readFileSync(await download.path()).equals(buffer)).toBe(true)
  })
})
