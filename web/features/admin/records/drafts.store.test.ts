import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminSong } from '../../../../api/contract/songs'
import { forgetStoredDrafts } from './draft-storage'
import { forgetForms, unsavedDraftOf, useDrafts } from './drafts.store'

const form = () => useDrafts.getState()
const song = (fields: Partial<AdminSong>): AdminSong => ({
  _id: 'a',
  version: 1,
  title: 'Aja',
  artist: 'Steely Dan',
  ...fields,
})

beforeEach(() => {
  forgetStoredDrafts()
  forgetForms()
})

/** Types a new song, and returns what is sent. */
function typeNew() {
  form().begin('song')
  form().type('song', { title: 'Aja' })
  form().type('song', { artist: 'Steely Dan' })
  return form().song
}

describe('after a song was stored, its form', () => {
  it('is to be cleared if nothing was typed since', () => {
    expect(form().rebaseOnStored('song', typeNew(), song({}))).toBe('empty')
  })

  it('contains what was typed since, as a change of the stored song', () => {
    const sent = typeNew()
    form().type('song', { key: 'A' })
    expect(form().rebaseOnStored('song', sent, song({}))).toBe('typed since')
    expect(form().song).toMatchObject({ editId: 'a', version: 1, title: 'Aja', key: 'A' })
    expect(unsavedDraftOf('song')).toBeUndefined()
    expect(unsavedDraftOf('song', { editId: 'a' })).toMatchObject({ key: 'A' })
  })

  it('is to be cleared although it was cancelled and restored meanwhile', () => {
    const sent = typeNew()
    form().clear('song')
    form().replace('song', sent)
    expect(form().rebaseOnStored('song', sent, song({}))).toBe('empty')
  })

  it('stays if it contains another song, and the earlier input becomes a change of the stored song', () => {
    const sent = typeNew()
    form().type('song', { key: 'A' })
    form().editRecord('song', song({ _id: 'b', title: 'Peg' }))
    expect(form().rebaseOnStored('song', sent, song({}))).toBe('another record')
    expect(form().song.title).toBe('Peg')
    expect(unsavedDraftOf('song')).toBeUndefined()
    expect(unsavedDraftOf('song', { editId: 'a' })).toMatchObject({ version: 1, key: 'A' })
  })

  it('stays if it contains another new song', () => {
    const sent = typeNew()
    form().clear('song')
    form().type('song', { title: 'Peg' })
    expect(form().rebaseOnStored('song', sent, song({}))).toBe('another record')
    expect(form().song).toMatchObject({ title: 'Peg', artist: '' })
    expect(unsavedDraftOf('song')).toMatchObject({ title: 'Peg' })
  })

  it('contains only what was typed since an edited song was sent', () => {
    form().editRecord('song', song({}))
    form().type('song', { key: 'A' })
    const sent = form().song
    form().type('song', { year: '1977' })
    const stored = song({ version: 2, key: 'A', title: 'Aja, live' })
    expect(form().rebaseOnStored('song', sent, stored)).toBe('typed since')
    expect(form().song).toMatchObject({ version: 2, title: 'Aja, live', key: 'A', year: '1977' })
  })
})
