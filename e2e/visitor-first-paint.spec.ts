import { failure, inboxOf, stored, submit, success, write } from '../testing/browser/booking'
import { expect, holdBack, settled, test, untilHydrated } from '../testing/browser/fixtures'
import { test as testOnOwnSite } from '../testing/browser/own-site'

const scripts = '**/assets/*.js'

// On a site of its own, because the shows of other tests would make the page longer.
testOnOwnSite(
  'a first visit to the shows stays within its budget on the wire',
  async ({ page, ownSite }) => {
    const bytes: Record<string, number> = { document: 0, script: 0, stylesheet: 0, font: 0 }
    const addresses: string[] = []
    const sized: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      addresses.push(request.url())
      sized.push(
        request.sizes().then(({ responseBodySize }) => {
          const type = request.resourceType()
          bytes[type] = (bytes[type] ?? 0) + responseBodySize
        }),
      )
    })
    await page.goto(`${ownSite.url}/Shows`)
    await expect.poll(() => addresses.some((url) => /\/ShowsPage-.*\.js$/.test(url))).toBe(true)
    await page.waitForLoadState('networkidle')
    await Promise.all(sized)
    expect(bytes['document']).toBeGreaterThan(1_000)
    expect(bytes['document']).toBeLessThanOrEqual(12_000)
    expect(bytes['script']).toBeGreaterThan(50_000)
    expect(bytes['script']).toBeLessThanOrEqual(105_000)
    // The styles are in the document.
    expect(bytes['stylesheet']).toBe(0)
    expect(bytes['font']).toBeGreaterThan(10_000)
    expect(bytes['font']).toBeLessThanOrEqual(45_000)
    const office = addresses.filter((url) => /\/(Admin|Account|Enquiries|Login)/.test(url))
    expect(office).toEqual([])
    expect(addresses.every((url) => url.startsWith(ownSite.url))).toBe(true)
  },
)

test('a link pressed before hydration works without scripts, and hydration does not change the scroll position', async ({
  page,
}) => {
  const letThrough = await holdBack(page, scripts)
  await page.goto('/Shows', { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL('/')
  const logIn = page.getByRole('contentinfo').getByRole('button', { name: 'Log in' })
  await logIn.scrollIntoViewIfNeeded()
  // Sections get their height when they come into view, which moves the page once more.
  const before = await settled(page, () => page.evaluate(() => scrollY))
  expect(before).toBeGreaterThan(0)
  letThrough()
  await untilHydrated(page)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await expect(logIn).toBeInViewport()
})

test('a page is painted before its scripts are requested, and a button pressed before hydration is pressed again after it', async ({
  page,
}) => {
  const letThrough = await holdBack(page, scripts)
  await page.goto('/Music')
  await page.getByRole('button', { name: 'Play House of the Rising Sun' }).click()
  letThrough()
  await expect(page.getByRole('button', { name: 'Pause House of the Rising Sun' })).toBeVisible()
  const [paint, script] = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.js$/.test(name))
    const [paint] = performance.getEntriesByType('paint')
    return [paint?.startTime ?? Infinity, Math.min(...scripts.map(({ startTime }) => startTime))]
  })
  expect(script).toBeLessThan(Infinity)
  expect(paint).toBeLessThan(script ?? 0)
})

test('a message written and sent before the scripts are there is sent when they are', async ({
  page,
}) => {
  const letThrough = await holdBack(page, scripts)
  await page.goto('/BookUs')
  await page.getByLabel('Name').fill('Pat')
  await page.getByLabel('Email').fill('pat@example.org')
  await page.getByRole('button', { name: 'Submit' }).click()
  // The browser's own validation reports the missing field.
  await expect(page.getByLabel('Message')).toBeFocused()
  await page.getByLabel('Message').fill('Early birds')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/BookUs')
  letThrough()
  await expect(page.getByText(success)).toBeVisible()
})

test.describe('where scripts never arrive', () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test('a message is sent as the browser’s own form, and links work', async ({ page, site }) => {
    await page.route(scripts, (route) => route.abort())
    await page.goto('/BookUs')
    const message = `No scripts on this train. ${crypto.randomUUID()}`
    await submit(page, message)
    await expect(page.getByText(success)).toBeVisible()
    expect(await stored(site)).toContain(message)
    await page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true }).click()
    await expect(page).toHaveURL('/Shows')
  })
})

test.describe('where a script fails once', () => {
  test.use({ expectedConsole: /Failed to load resource/ })
  test('an enquiry sent after a failed script load is not marked as spam', async ({
    page,
    site,
  }) => {
    let hasFailed = false
    const letThrough = await holdBack(page, scripts)
    await page.route('**/assets/react-*.js', (route) => {
      if (hasFailed) return route.fallback()
      hasFailed = true
      return route.abort()
    })
    await page.goto('/BookUs')
    const message = `Slowly written. ${crypto.randomUUID()}`
    await expect.poll(() => hasFailed).toBe(true)
    await write(page, message)
    await page.waitForFunction(() => performance.now() > 1_600)
    letThrough()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(success)).toBeVisible()
    const { enquiries } = await inboxOf(site)
    expect(enquiries.find((enquiry) => enquiry.message === message)?.isSpam).toBe(false)
  })
})

test.describe('an enquiry that was sent without scripts and refused', () => {
  test.use({ expectedConsole: /status of 422/ })
  test('is mended with them, and then done with', async ({ page }) => {
    await page.goto('/BookUs')
    await write(page, ' ')
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit())
    await expect(page.getByText(failure)).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Pat')
    await page.getByLabel('Message').fill('A barn dance')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(success)).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('')
    const banner = page.getByRole('banner')
    await banner.getByRole('link', { name: 'Shows', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
    await banner.getByRole('link', { name: 'Book Us' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Want to book us?')
    await expect(page.getByText(failure)).toHaveCount(0)
    await expect(page.getByLabel('Name')).toHaveValue('')
  })
})

test('the next page comes from memory once its link was aimed at', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  const link = page.getByRole('banner').getByRole('link', { name: 'Shows', exact: true })
  await expect(async () => {
    await link.blur()
    await link.focus()
    expect(asked).toContain('/api/shows')
  }).toPass()
  await page.waitForLoadState('networkidle')
  asked.length = 0
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come see Us!')
  expect(asked.filter((path) => /^\/(api\/shows|assets\/.*\.js|Shows)$/.test(path))).toEqual([])
})
