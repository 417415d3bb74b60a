import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropToken, saveToken } from '../../../api-client/token'
import { storage } from '../../../browser/storage'
import { changesTag } from '../../../offline/names'
import { forgetStoredDrafts, storeDraft } from './draft-storage'

beforeEach(() => saveToken('token'))
afterEach(() => {
  dropToken()
  forgetStoredDrafts()
  storage.remove(changesTag)
})

/** The drafts that a newly opened tab would read. */
const stored = () => storage.getObject(changesTag)?.['state']

/** Stores drafts as another tab would. */
const storeElsewhere = (state: object) =>
  storage.set(changesTag, JSON.stringify({ state, version: 1 }))

test('two tabs do not overwrite the drafts of each other’s forms', () => {
  storeDraft('show', 'The Rex')
  storeElsewhere({ show: 'The Rex', song: 'Africa' })
  storeDraft('show', 'The Rex Hotel')
  expect(stored()).toEqual({ show: 'The Rex Hotel', song: 'Africa' })
})

test('a draft that one tab removes stays removed when another tab stores its own', () => {
  storeDraft('show', 'The Rex')
  storeElsewhere({ song: 'Africa' })
  storeDraft('song', 'Rosanna')
  expect(stored()).toEqual({ song: 'Rosanna' })
})

test('nothing is stored without a token', () => {
  dropToken()
  storeDraft('show', 'The Rex')
  expect(stored()).toBeUndefined()
})
