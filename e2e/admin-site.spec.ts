import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Site as Words } from '../api/contract/site'
import {
  expect,
  holdBack,
  logIn,
  resize,
  settled,
  violationsInBothSchemes,
  violationsOf,
} from '../testing/browser/fixtures'
import { isWider, setTextSize } from '../testing/browser/layout'
import { test } from '../testing/browser/own-site'
import { addShow } from '../testing/records'
import { asAdmin, json } from '../testing/requests'
import type { Site } from '../testing/site-process'
import { site as first } from '../web/content/site'

/** Opens a section of the page Site. */
async function openSection(page: Page, site: Site, title: string) {
  if (!page.url().startsWith(site.url)) {
    await logIn(page, site)
    await page.goto(`${site.url}/Admin/site`)
  }
  const section = page.getByRole('group').filter({
    has: page.getByRole('heading', { level: 2, name: title }),
  })
  await section.getByRole('heading', { level: 2, name: title }).click()
  return {
    section,
    save: () => section.getByRole('button', { name: 'Save' }).click(),
    saved: () => expect(section.getByText(`Saved: ${title}`)).toBeVisible(),
  }
}

const words = async (site: Site) =>
  ((await (await fetch(`${site.url}/api/site`)).json()) as { site: Words }).site

const put = async (site: Site, body: object) =>
  fetch(`${site.url}/api/site`, json('PUT', body, asAdmin(await site.token())))

test('the band changes its name and takes it back, removes the demo, and words of sixty letters fit', async ({
  page,
  ownSite,
}) => {
  const { section, save, saved } = await openSection(page, ownSite, 'Name and town')
  await section.getByLabel('Band name').fill('Die Kellerkinder')
  await section.getByLabel('Town').fill('')
  await save()
  await saved()
  // The frame of the open page has the new name, too.
  await expect(page.getByRole('contentinfo')).toContainText('Die Kellerkinder')
  // “Saved” disappears when the change is taken back.
  await page.getByRole('button', { name: 'Take the last change back' }).click()
  await expect(page.getByText('The last change is taken back.')).toBeVisible()
  await expect(page.getByText('Saved: Name and town')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toContainText(first.name)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change is made again.')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Die Kellerkinder')
  await page.goto(ownSite.url)
  await expect(page).toHaveTitle('Die Kellerkinder · Classic rock')
  await expect(page.getByRole('heading', { name: 'We are Die Kellerkinder.' })).toBeVisible()
  await page.goto(`${ownSite.url}/Admin/site`)
  await expect(page.getByText('It was in: Name and town')).toBeVisible()
  await page.getByRole('button', { name: 'Take the last change back' }).click()
  await expect(page.getByText('The last change is taken back.')).toBeVisible()
  expect(await words(ownSite)).toMatchObject({ name: first.name, town: first.town })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change is made again.')).toBeVisible()
  expect(await words(ownSite)).toMatchObject({ name: 'Die Kellerkinder' })
  expect(await words(ownSite)).not.toHaveProperty('town')
  await page.getByRole('button', { name: 'Take the last change back' }).click()
  await expect(page.getByText('The last change is taken back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take the last change back' })).toHaveCount(0)

  // What is left of the demo is removed with one press.
  await page.goto(`${ownSite.url}/Admin/site`)
  await page.getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The demo is removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the demo' })).toHaveCount(0)
  expect(await words(ownSite)).toEqual({
    name: first.name,
    timeZone: first.timeZone,
    colours: first.colours,
  })
  for (const [path, text] of [
    ['/AboutUs', 'About Us'],
    ['/Videos', 'No videos yet.'],
    ['/Shows', 'No shows announced yet.'],
  ] as const) {
    await page.goto(ownSite.url + path)
    await expect(page.getByRole('main')).toContainText(text)
  }

  // Words of sixty letters fit on every page from 320 px on.
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte'
  expect([...word]).toHaveLength(60)
  const link = { label: word, url: 'https://example.org' }
  const response = await put(ownSite, {
    name: word,
    shortName: word.slice(0, 30),
    town: word,
    genre: word,
    tagline: word,
    introduction: word,
    welcome: [word],
    bookingInvitation: word,
    booking: { includes: [word], travel: word, answer: word, phone: word, email: 'a@b.example' },
    network: link,
    playlist: link,
    links: [link],
    members: Array.from({ length: 12 }, () => ({ name: word, role: word, biography: [word] })),
    videos: Array.from({ length: 24 }, () => ({
      title: word,
      about: word,
      provider: 'youtube',
      source: 'dQw4w9WgXcQ',
    })),
  })
  expect(response.status).toBe(200)
  const place = { venue: word, city: word, address: word }
  const facts = { startsAt: '20:00', status: 'postponed', ...place }
  const { slug, _id } = await addShow(ownSite, facts)
  const poster = `/Admin/poster/${_id}`
  const publicPaths = ['/', '/AboutUs', '/Videos', '/Shows', `/Shows/${slug}`, '/Music', '/Songs']
  for (const path of [...publicPaths, '/Press', '/BookUs', '/Admin', '/Admin/site', poster]) {
    await page.goto(ownSite.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [320, 768]) {
      await resize(page, { width, height: 740 })
      expect([path, width, await isWider(page)]).toEqual([path, width, false])
    }
  }

  // The poster is one sheet, and readable on a dark ground, too.
  const ground = { ...first.colours.ground, day: '#1a1a1a' }
  await put(ownSite, { colours: { ...first.colours, ground } })
  await page.reload()
  await expect(page.getByText('8 p.m.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article')
  await expect
    .poll(() => sheet.evaluate((one) => (one.scrollHeight * 210) / one.clientWidth))
    .toBeCloseTo(297, 0)
})

test('members are ordered by keyboard, stay while a photo is uploaded, and get a photo with a point that stays visible', async ({
  page,
  ownSite,
}) => {
  const showLook = await holdBack(page, '**/assets/SectionLooks-*.js')
  const { section, save, saved } = await openSection(page, ownSite, 'Members')
  // A button must not move under the thumb when the look is loaded.
  const button = section.getByRole('button', { name: 'Add member' })
  const before = await settled(page, () => button.boundingBox())
  showLook()
  const look = section.getByRole('figure', { name: 'How it looks' })
  await expect(look).toContainText('Lead vocals')
  expect(await settled(page, () => button.boundingBox())).toEqual(before)
  // If another page was open before, Back closes an open section.
  const menu = page.getByRole('navigation', { name: 'Back office pages' })
  await menu.getByRole('link', { name: 'Shows' }).click()
  await menu.getByRole('link', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: /^Site/ }).click()
  const opened = await openSection(page, ownSite, 'Members')
  await settled(page, () => opened.section.boundingBox())
  await page.goBack()
  await expect(section.getByRole('button', { name: 'Save' })).toBeHidden()
  await expect(page).toHaveURL(/Site$/i)
  await openSection(page, ownSite, 'Members')
  const [robin, desmond, frankie] = first.members.map(({ name }) => name)
  await section.getByRole('button', { name: `Move ${frankie} up` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${frankie} is number 2 of 3 now.`)).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${frankie} is number 1 of 3 now.`)).toBeAttached()
  // At the top there is no way up, and one more press moves nothing back.
  const up = section.getByRole('button', { name: `Move ${frankie} up` })
  await expect(up).toBeDisabled()
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await save()
  await saved()
  const names = (await words(ownSite)).members?.map(({ name }) => name)
  expect(names).toEqual([frankie, robin, desmond])

  await section.getByRole('button', { name: 'Desmond Okafor', exact: true }).click()
  const release = await holdBack(page, '**/api/pictures')
  const picture = sharp({ create: { width: 80, height: 100, channels: 3, background: '#2c7f7a' } })
  await section.getByLabel('Another photo').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await picture.png().toBuffer(),
  })
  for (const name of ['Move Desmond Okafor up', 'Move Robin Lacroix down', 'Remove member'])
    await expect(section.getByRole('button', { name })).toBeDisabled()
  await expect(section.getByRole('button', { name: 'Uploading…' })).toBeVisible()
  release()
  await expect(section.getByRole('button', { name: 'Move Desmond Okafor up' })).toBeEnabled()
  await save()
  await saved()
  const members = (await words(ownSite)).members ?? []
  expect(members.map(({ photo: one }) => one?.width)).toEqual([800, 800, 80])
  // The description of the former photo does not fit the new one.
  expect(members.at(-1)?.photo?.alt).toBeUndefined()

  await section.getByRole('button', { name: 'Desmond Okafor', exact: true }).click()
  await section.getByRole('button', { name: 'Add member' }).tap()
  await section.getByLabel('Name', { exact: true }).fill('Sam Keys')
  await section.getByLabel('Role').fill('Organ')
  await section.getByLabel('Biography').fill('Came with the organ.\n\nStayed.')
  const photo = sharp({
    create: { width: 5000, height: 2500, channels: 3, background: '#2c7f7a' },
  })
  const buffer = await photo.jpeg().toBuffer()
  await section
    .getByLabel('Choose the photo')
    .setInputFiles({ name: 'Organ.JPG', mimeType: 'image/jpeg', buffer })
  await section.getByLabel('Description').fill('Sam at the organ')
  // The ring follows the finger; the sliders do the same by keyboard.
  const preview = section.getByRole('group', { name: 'Photo' }).locator('img')
  const { width = 0, height = 0 } = (await preview.boundingBox()) ?? {}
  await preview.dragTo(preview, { targetPosition: { x: width * 0.3, y: height * 0.7 } })
  await expect(section.getByLabel('Horizontal focus of the photo')).toHaveValue('30')
  await section.getByLabel('Horizontal focus of the photo').fill('20')
  await save()
  await saved()
  const member = (await words(ownSite)).members?.at(-1)
  expect(member).toMatchObject({
    name: 'Sam Keys',
    role: 'Organ',
    biography: ['Came with the organ.', 'Stayed.'],
    photo: { width: 1920, height: 960, alt: 'Sam at the organ', focus: { x: 20, y: 70 } },
  })
  await expect(section.locator('summary img').last()).toHaveCSS('object-position', '20% 70%')
  // Until the picture has arrived, its placeholder is visible.
  const showPictures = await holdBack(page, '**/pictures/**')
  await page.goto(`${ownSite.url}/AboutUs`, { waitUntil: 'commit' })
  const shown = page.getByRole('img', { name: 'Sam at the organ' })
  await shown.scrollIntoViewIfNeeded()
  await expect(shown).toHaveCSS('background-image', /^url\("data:image\/png;base64,/)
  expect(await shown.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(0)
  showPictures()
  await expect
    .poll(() => shown.evaluate((node: HTMLImageElement) => node.naturalWidth))
    .toBeGreaterThan(0)
  await expect(page.getByText('Stayed.')).toBeVisible()
})

test('nothing is wider than the screen, and every part has enough contrast and a name', async ({
  page,
  ownSite,
}) => {
  await openSection(page, ownSite, 'Members')
  for (const title of ['Name and town', 'Home page', 'Videos', 'Booking', 'Links', 'Colours'])
    await openSection(page, ownSite, title)
  await page.getByRole('button', { name: 'Robin Lacroix', exact: true }).click()
  for (const width of [320, 360, 768]) {
    await resize(page, { width, height: 740 })
    expect([width, await isWider(page)]).toEqual([width, false])
  }
  expect(await violationsInBothSchemes(page)).toEqual([])
  await resize(page, { width: 360, height: 740 })
  await setTextSize(page, '200%')
  expect(await settled(page, () => isWider(page))).toBe(false)
})

test.describe('when saving fails', () => {
  test.use({ expectedConsole: /Failed to load resource|could not be saved/ })

  test('what was typed stays; somebody else’s change is compared; colours and a pasted link are on the pages', async ({
    page,
    ownSite,
  }) => {
    const booking = await openSection(page, ownSite, 'Booking')
    await booking.section.getByLabel('Phone').fill('519 555 0199')
    await booking.section.getByLabel('Email').fill('us at example')
    await booking.save()
    await expect(booking.section.getByLabel('Email')).toHaveAccessibleDescription(
      'This must be a valid email address.',
    )
    await expect(booking.section.getByLabel('Email')).toBeFocused()
    await expect(booking.section.getByLabel('Phone')).toHaveValue('519 555 0199')
    expect((await words(ownSite)).booking).toEqual(first.booking)
    await booking.section.getByLabel('Email').fill('us@example.org')
    await booking.save()
    await booking.saved()
    expect((await words(ownSite)).booking).toMatchObject({
      phone: '519 555 0199',
      email: 'us@example.org',
    })

    // Somebody else may save other fields meanwhile, and the same one only knowingly.
    const home = await openSection(page, ownSite, 'Home page')
    await home.section.getByLabel('Heading').fill('Mine')
    const theirs = { genre: 'Blues', welcome: ['Theirs.'] }
    await put(ownSite, theirs)
    await home.save()
    await home.saved()
    expect(await words(ownSite)).toMatchObject({ tagline: 'Mine', ...theirs })
    // A form in which nothing was typed takes nothing back.
    await put(ownSite, { tagline: 'Theirs alone' })
    const stored = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.ok(),
    )
    await home.save()
    await stored
    expect(await words(ownSite)).toMatchObject({ tagline: 'Theirs alone' })
    await home.section.getByLabel('Heading').fill('Mine again')
    await put(ownSite, { tagline: 'Theirs' })
    await home.save()
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this section' })
    await expect(dialog.getByRole('row', { name: /^Heading/ })).toContainText('Theirs')
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await home.saved()
    expect(await words(ownSite)).toMatchObject({ tagline: 'Mine again', genre: 'Blues' })

    // A section that can't be saved says so.
    await home.section.getByLabel('Heading').fill('Louder')
    await page.route('**/api/site', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    )
    await home.save()
    await expect(home.section.getByRole('alert')).toContainText('“Home page” could not be saved.')
    await page.unroute('**/api/site')
    await expect(home.section.getByLabel('Heading')).toHaveValue('Louder')
    // The section shows what is typed as the page will, and what it contained before, which can be saved.
    const look = home.section.getByRole('figure', { name: 'How it looks' })
    await expect(look).toContainText('Louder')
    await home.save()
    await home.saved()
    const showBefore = home.section.getByRole('button', { name: 'As it was before' })
    await showBefore.click()
    await expect(look).toContainText('Mine again')
    const discard = () => home.section.getByRole('button', { name: 'Discard' }).click()
    await discard()
    await expect(look).toContainText('Louder')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(look).toContainText('Mine again')
    await discard()
    await showBefore.click()
    await home.save()
    await home.saved()
    expect(await words(ownSite)).toMatchObject({ tagline: 'Mine again' })

    const videos = await openSection(page, ownSite, 'Videos')
    await videos.section.getByRole('button', { name: 'Add video' }).click()
    await videos.section.getByLabel('Link').fill('https://youtu.be/dQw4w9WgXcQ?si=x')
    await videos.section.getByLabel('Title').fill('Live at the Barn')
    await videos.save()
    await videos.saved()
    expect((await words(ownSite)).videos?.at(-1)).toEqual({
      title: 'Live at the Barn',
      provider: 'youtube',
      source: 'dQw4w9WgXcQ',
    })

    const { section, save, saved } = await openSection(page, ownSite, 'Colours')
    const day = section.getByRole('group', { name: 'By day' })
    await day.getByLabel('Background').fill('#dfe9ef')
    await day.getByLabel('First stripe').fill('#cfe0ea')
    await expect(day.getByText('Too little contrast with the background')).toBeVisible()
    await day.getByLabel('First stripe').fill('#1d4e89')
    await expect(day.getByText('Too little contrast with the background')).toHaveCount(0)
    await day.getByLabel('Third stripe').fill('#22304a')
    await save()
    await saved()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--ground')))
      .toBe('light-dark(#dfe9ef, #17100c)')
    for (const path of ['/', '/Shows', '/BookUs']) {
      await page.goto(ownSite.url + path)
      expect([path, await violationsInBothSchemes(page)]).toEqual([path, []])
    }
    await page.goto(`${ownSite.url}/Videos`)
    await expect(page.getByRole('button', { name: 'Live at the Barn', exact: true })).toBeVisible()
  })
})
