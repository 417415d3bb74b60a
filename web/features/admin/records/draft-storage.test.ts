import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropToken, saveToken } from '../../../api-client/token'
import { storage } from '../../../browser/storage'
import { draftStorage } from './draft-storage'

type Drafts = Record<string, { text: string } | undefined>

beforeEach(() => saveToken('token'))
afterEach(() => storage.remove('drafts'))

/** What a tab reads that is opened now. */
const opened = () => (draftStorage<Drafts>().getItem('drafts') as { state: Drafts } | null)?.state

function openTab() {
  const tab = draftStorage<Drafts>()
  tab.getItem('drafts')
  return (state: Drafts) => tab.setItem('drafts', { state, version: 0 })
}

test('two tabs do not overwrite the drafts of each other’s forms', () => {
  const first = openTab()
  const second = openTab()
  first({ show: { text: 'The Rex' } })
  second({ song: { text: 'Africa' } })
  first({ show: { text: 'The Rex Hotel' } })
  expect(opened()).toEqual({ show: { text: 'The Rex Hotel' }, song: { text: 'Africa' } })
})

test('a draft that one tab removes stays removed when another tab stores its own', () => {
  openTab()({ show: { text: 'The Rex' }, song: { text: 'Africa' } })
  const first = openTab()
  const second = openTab()
  first({ show: undefined, song: { text: 'Africa' } })
  second({ show: { text: 'The Rex' }, song: { text: 'Rosanna' } })
  expect(opened()).toEqual({ song: { text: 'Rosanna' } })
})

test('nothing is stored without a token', () => {
  const tab = openTab()
  dropToken()
  tab({ show: { text: 'The Rex' } })
  expect(opened()).toBeUndefined()
})
