import { describe, expect, it } from 'vitest'
import type { Enquiry } from '../../../../api/contract/enquiries'
import {
  afterChange,
  callAddress,
  changeTo,
  phoneIn,
  replyAddress,
  statusChoices,
  statusLabelOf,
  templateTextIn,
  withTemplateText,
} from './enquiry-text'

const enquiry: Enquiry = {
  _id: '0'.repeat(24),
  name: 'Pat & Jo',
  email: 'pat+jo@example.org',
  message: 'A wedding?\nIn June!',
  status: 'new',
  receivedAt: '2026-11-21T10:00:00.000Z',
  isSpam: false,
  isUnsure: false,
  mail: 'off',
  version: 1,
}

it('a new hold needs a date and gets a last day; an existing one keeps its own', () => {
  const today = '2031-05-30'
  expect(changeTo(enquiry, 'held', today)).toEqual({ status: 'held', holdUntil: '2031-06-13' })
  expect(changeTo({ status: 'held' }, 'held', today)).toEqual({ status: 'held' })
  expect(changeTo(enquiry, 'declined', today)).toEqual({ status: 'declined' })
  const heldOf = (one: Parameters<typeof statusChoices>[0]) =>
    new Map(statusChoices(one)).get('held')
  expect(heldOf(enquiry)).toBeUndefined()
  expect(heldOf({ ...enquiry, date: '2031-07-04' })).toBe('Held for 14 days')
  expect(heldOf({ ...enquiry, status: 'held' })).toBe('Held')
})

it('a status, or no spam any more, makes an enquiry genuine', () => {
  const unsure = { ...enquiry, isUnsure: true }
  const genuine = { isSpam: false, isUnsure: false }
  expect(afterChange(unsure, { isSpam: false })).toMatchObject(genuine)
  expect(afterChange({ ...unsure, isSpam: true }, { status: 'answered' })).toMatchObject(genuine)
  expect(afterChange(unsure, { isSpam: true })).toMatchObject({ isSpam: true, isUnsure: true })
  expect(afterChange(unsure, { privateNote: 'Hm' })).toMatchObject({ isUnsure: true })
})

describe('a telephone number in a text', () => {
  it.each([
    ['Call (519) 555-0134 after six', '(519) 555-0134', 'tel:5195550134'],
    ['+49 30 901820 00 is mine', '+49 30 901820 00', 'tel:+493090182000'],
    ['519.555.0134', '519.555.0134', 'tel:5195550134'],
  ])('%s', (text, phone, address) => {
    expect(phoneIn(text)).toBe(phone)
    expect(callAddress(phone)).toBe(address)
  })

  it.each([
    'On 2027-06-12 or 13',
    'On 2027-06-12 18:00',
    'For $1,500 to 2,000',
    'Room 12, 4 to 5 pm',
    '',
  ])('is not in: %s', (text) => {
    expect(phoneIn(text)).toBeUndefined()
  })
})

describe('choosing a template', () => {
  const greeting = 'Hi Dana,\n\n'
  const free = `${greeting}We are free.`
  const priced = `${free} It costs 900.`
  /** The reply after templates were chosen one after the other. */
  const choose = (reply: string, ...chosen: string[]) =>
    chosen.reduce(
      ({ text, inserted }, added) => withTemplateText(text, inserted, added, greeting),
      { text: reply, inserted: templateTextIn(reply, [free, priced], greeting) },
    ).text

  it('replaces the one that was chosen before', () => {
    expect(choose(greeting, free)).toBe(free)
    expect(choose(greeting, priced, free)).toBe(free)
    expect(choose(greeting, free, priced, greeting)).toBe(greeting)
    // Also in a reply that was begun before.
    expect(choose(priced, free)).toBe(free)
  })

  it('keeps what was typed, and greets once', () => {
    const typed = 'Hi Dana, 1200 dollars?'
    expect(choose(typed, free)).toBe(`${typed}\n\nWe are free.`)
    expect(choose(typed, priced, free)).toBe(`${typed}\n\nWe are free.`)
    expect(choose(typed, free, greeting).trim()).toBe(typed)
    expect(choose(`${greeting}Yes!`, free)).toBe(`${greeting}Yes!\n\nWe are free.`)
    expect(choose(`We are free. ${free}`, priced)).toBe('We are free. We are free. It costs 900.')
  })
})

it('a reply quotes any message', () => {
  const url = new URL(replyAddress(enquiry, 'The Forks', 'Hi,\nwe are free.'))
  expect(url.pathname).toBe('pat%2Bjo@example.org')
  expect(url.searchParams.get('subject')).toBe('Your message to The Forks')
  expect(url.searchParams.get('body')).toBe(
    'Hi,\r\nwe are free.\r\n\r\n> A wedding?\r\n> In June!\r\n',
  )
})

it.each([
  [{ status: 'new' }, 'New'],
  [{ status: 'held', holdUntil: '2031-06-01' }, 'Held until June 1, 2031'],
  [{ status: 'booked', date: '2031-05-01' }, 'Booked'],
  [{ status: 'booked', date: '2031-04-30' }, 'Played'],
  [{ status: 'booked' }, 'Booked'],
] as const)('on May 1, 2031 an enquiry with %j is: %s', (more, text) => {
  expect(statusLabelOf({ ...enquiry, ...more }, '2031-05-01')).toBe(text)
})
