import type { Page } from '@playwright/test'
import type { EnquiriesResponse } from '../../api/contract/enquiries'
import { send } from '../records'
import type { Site } from '../site-process'

export const success = 'Thanks for contacting us! You will hear from us soon!'
export const failure = 'Error sending message. Please try again later.'
/** The notice after a failed attempt whose message stays in the outbox; `toHaveText` joins its two paragraphs. */
export const queuedNotice = `${failure}Or just wait: your message is saved on this device and will be sent automatically.`

/** Fills in the booking form. */
export async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel('Name').fill('Pat')
  await page.getByLabel('Email').fill('pat@example.org')
  await page.getByLabel('Message').fill(message)
}

/** Fills in the booking form and submits it. */
export async function submit(page: Page, message: string): Promise<void> {
  await write(page, message)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Reads the stored enquiries as the admin. */
export const inboxOf = (site: Site) => send<EnquiriesResponse>(site, 'GET', '/api/enquiries')

/** Returns the messages of the stored enquiries in alphabetical order. */
export async function stored(site: Site): Promise<string[]> {
  const { enquiries } = await inboxOf(site)
  return enquiries.map(({ message }) => message).sort()
}
