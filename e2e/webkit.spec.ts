import { expect, test } from '@playwright/test'
import { inboxOf, success } from '../testing/browser/booking'
import { pagesInHeader } from '../testing/browser/fixtures'
import { startWebkit } from '../testing/browser/webdriver'
import { startSite } from '../testing/site-process'

test('WebKit opens every page, follows links by script, and sends an enquiry', async () => {
  const site = await startSite({ RATE_LIMIT: 'off' }, process.env['TEST_DEMO_DATABASE'])
  const webkit = await startWebkit(
    process.env['TEST_WEBKIT_DRIVER'] ?? '',
    process.env['TEST_WEBKIT_DISPLAY'] ?? '',
  )
  try {
    const text = () => webkit.run<string>('return document.body.innerText')
    await webkit.open(site.url)
    await expect.poll(() => webkit.run('return window.hydration?.status === "hydrated"')).toBe(true)
    await webkit.run('window.isSamePage = true')
    for (const { path, heading } of pagesInHeader.slice(1)) {
      // Clicks fail while the previous page fades out.
      await expect(() => webkit.click(`header a[href="${path}"]`)).toPass()
      await expect.poll(() => webkit.run('return location.pathname')).toBe(path)
      await expect.poll(text).toContain(heading)
    }
    expect(await webkit.run('return window.isSamePage')).toBe(true)
    await webkit.type('input[name="name"]', 'Pat')
    await webkit.type('input[name="email"]', 'pat@example.org')
    await webkit.type('textarea', 'From WebKit')
    await expect(() => webkit.click('form button[type="submit"]')).toPass()
    await expect.poll(text).toContain(success)
    const { enquiries } = await inboxOf(site)
    expect(enquiries.map(({ message }) => message)).toEqual(['From WebKit'])
  } finally {
    await webkit.stop()
    await site.stop()
  }
})
