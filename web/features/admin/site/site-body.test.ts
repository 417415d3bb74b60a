import { expect, it } from 'vitest'
import type { Site } from '../../../../api/contract/site'
import { bodyOf, changedIn, haveBothChanged } from './site-body'
import { siteSections } from './site-sections'

const section = (id: string) => siteSections.find((one) => one.id === id) as never
const colour = { day: '#ffffff', night: '#000000' }
const site: Site = {
  name: 'The Spoons',
  timeZone: 'America/Toronto',
  colours: { ground: colour, hot: colour, amber: colour, gold: colour, teal: colour },
}

it('sends the fields of the section, and clears those that are absent', () => {
  expect(bodyOf(section('name'), { ...site, town: 'Paris' })).toEqual({
    name: 'The Spoons',
    shortName: '',
    genre: '',
    town: 'Paris',
    region: '',
    country: '',
    timeZone: 'America/Toronto',
    locale: '',
  })
})

it('splits typed paragraphs at empty lines, also those of an item', () => {
  const typed = { ...site, welcome: 'One\nline\n\n \n\nTwo\n' } as unknown as Site
  expect(bodyOf(section('home'), typed)).toMatchObject({ welcome: ['One\nline', 'Two'] })
  const members = [{ name: 'Al', biography: 'A\n\nB' }, { name: 'Bo' }] as never
  expect(bodyOf(section('members'), { ...site, members })).toEqual({
    members: [{ name: 'Al', biography: ['A', 'B'] }, { name: 'Bo' }],
  })
})

it('a link whose text and address are empty is cleared', () => {
  expect(bodyOf(section('links'), { ...site, network: { label: '', url: '' } })).toMatchObject({
    network: '',
  })
})

it('a change conflicts only where somebody else has given the same field another value', () => {
  const base = { ...site, genre: 'Folk', town: 'Paris' }
  const name = section('name')
  const mine = { ...base, genre: 'Polka' }
  expect(changedIn(name, mine, base)).toEqual(['genre'])
  expect(bodyOf(name, mine, changedIn(name, mine, base))).toEqual({ genre: 'Polka' })
  expect(haveBothChanged(name, mine, { ...base, town: 'Lucan' }, base)).toBe(false)
  expect(haveBothChanged(name, mine, { ...base, genre: 'Polka', town: 'Lucan' }, base)).toBe(false)
  expect(haveBothChanged(name, mine, { ...base, genre: 'Techno' }, base)).toBe(true)
})
