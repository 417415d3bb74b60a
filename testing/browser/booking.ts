import type { Page } from '@playwright/test'
import type { EnquiriesResponse } from '../../api/contract/enquiries'
import { asAdmin } from '../requests'
import type { Site } from '../site-process'

export const success = 'Thanks for contacting us! You will hear from us soon!'
export const failure = 'Error sending message. Please try again later.'

/** Fills the booking form in. */
export async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel('Name').fill('Pat')
  await page.getByLabel('Email').fill('pat@example.org')
  await page.getByLabel('Message').fill(message)
}

/** Fills the booking form in and sends it. */
export async function submit(page: Page, message: string): Promise<void> {
  await write(page, message)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** What reached the band. */
export async function inboxOf(site: Site): Promise<EnquiriesResponse> {
  const answer = await fetch(`${site.url}/api/enquiries`, { headers: asAdmin(await site.token()) })
  return (await answer.json()) as EnquiriesResponse
}

/** The messages of it, in the order of the alphabet. */
export async function stored(site: Site): Promise<string[]> {
  const { enquiries } = await inboxOf(site)
  return enquiries.map(({ message }) => message).sort()
}
