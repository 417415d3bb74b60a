import { describe, expect, it } from 'vitest'
import {
  afterShown,
  mergedChange,
  resolved,
  withChange,
  withoutChange,
  withoutRecord,
  withStoredIds,
} from './change-edits'
import {
  afterChange,
  type Change,
  type ChangeEntry,
  readyChanges,
  unsentWarning,
} from './change-rules'
import type { PostResult } from './outbox-flush'

const session = { to: 'https://band.example', token: 'a token' }

const add = (title: string): Change => ({
  kind: 'song',
  id: '',
  method: 'POST',
  path: '/api/songs',
  body: { title },
  label: title,
  preview: { title },
})

const put = (id: string, body: object, version?: number): Change => ({
  kind: 'song',
  id,
  method: 'PUT',
  path: `/api/songs/${id}`,
  body,
  version,
  label: id,
  preview: body,
})

/** The queue after some changes, whose keys are k1, k2 and so on. */
function queued(...changes: Change[]): ChangeEntry[] {
  let entries: ChangeEntry[] = []
  for (const [index, change] of changes.entries()) {
    const { entry, replaced } = withChange(entries, `k${index + 1}`, change, session)
    entries = [...entries.filter(({ key }) => !replaced.includes(key)), entry]
  }
  return entries
}

/** The queue after the result of sending an entry. */
function settledBy(
  entries: readonly ChangeEntry[],
  key: string,
  result: PostResult,
): ChangeEntry[] {
  const entry = entries.find((one) => one.key === key)
  if (!entry) throw new Error(`There is no ${key}.`)
  const changed = new Map(afterChange(entries, entry, result, 0).map((one) => [one.key, one]))
  return entries.map((one) => changed.get(one.key) ?? one)
}

const keysOf = (entries: readonly ChangeEntry[]) => entries.map(({ key }) => key)
const sent = (_id: string, version: number): PostResult => ({
  state: 'sent',
  body: { song: { _id, version } },
})
const refusal = (status: number, problem?: object): PostResult => ({
  state: 'refused',
  status,
  problem: problem as never,
})

it.each([
  [[], 0, 0, ''],
  [['sent'], 0, 0, ''],
  [[], 0, 1, '1 unsaved form on this device has not been saved and will be discarded.'],
  [['waiting', 'sent'], 0, 0, '1 change on this device has not been saved and will be discarded.'],
  [[], 1, 0, '1 mp3 on this device has not been saved and will be discarded.'],
  [
    ['waiting', 'refused', 'conflict'],
    2,
    2,
    '3 changes, 2 mp3s, and 2 unsaved forms on this device have not been saved and will be discarded.',
  ],
] as const)(
  'the logout warning for changes in the states %j, %i mp3s and %i forms is %j',
  (states, mp3s, forms, warning) => {
    expect(
      unsentWarning(
        queued(...states.map((_, index) => put(`song${index}`, {}, 1))).map((entry, index) => ({
          ...entry,
          state: states[index] ?? 'waiting',
        })),
        mp3s,
        forms,
      ),
    ).toBe(warning)
  },
)

it('the logout warning counts several changes of one record as one', () => {
  expect(unsentWarning(queued(put('a', { year: 1 }, 1), put('a', { year: 2 })), 0, 0)).toMatch(
    /^1 change /,
  )
})

describe('a change may be sent', () => {
  it('if no earlier one of its record waits', () => {
    const entries = queued(
      put('a', { year: 1 }, 1),
      put('b', { year: 2 }, 1),
      put('a', { year: 3 }),
    )
    expect(keysOf(readyChanges(entries))).toEqual(['k1', 'k2'])
  })

  it('if the records that it mentions are stored', () => {
    const set = { ...put('s', { songIds: ['new-k1.'] }, 4), kind: 'show' as const }
    const entries = queued(add('Aja'), set)
    expect(keysOf(readyChanges(entries))).toEqual(['k1'])
    const later = settledBy(entries, 'k1', sent('a', 1))
    expect(readyChanges(later)).toMatchObject([{ key: 'k2', body: { songIds: ['a'] }, version: 4 }])
  })

  it('while another record waits for a person', () => {
    const entries = queued(put('a', {}, 1), put('a', {}), put('b', {}, 1))
    const stuck = settledBy(entries, 'k1', refusal(412, { current: { _id: 'a', version: 2 } }))
    expect(stuck[0]).toMatchObject({ state: 'conflict', current: { version: 2 } })
    expect(keysOf(readyChanges(stuck))).toEqual(['k3'])
  })
})

describe('after a change was stored', () => {
  it('the next one of its record is based on its version', () => {
    const entries = settledBy(
      queued(put('a', {}, 1), put('a', {}), put('a', {})),
      'k1',
      sent('a', 7),
    )
    expect(entries.map(({ state, version }) => [state, version])).toEqual([
      ['sent', 1],
      ['waiting', 7],
      ['waiting', undefined],
    ])
  })

  it('a new record has its id in all later changes', () => {
    const entries = settledBy(
      queued(add('Aja'), put('new-k1.', { year: 1977 })),
      'k1',
      sent('a', 1),
    )
    expect(entries[1]).toMatchObject({ id: 'a', path: '/api/songs/a', version: 1, method: 'PUT' })
  })
})

describe('a refused change', () => {
  it('is replaced by the next one of its record, with what was entered before', () => {
    const entries = settledBy(queued(add('Aja')), 'k1', refusal(422, { detail: 'No.' }))
    const { entry, replaced } = withChange(entries, 'k2', put('new-k1.', { year: 1977 }), session)
    expect(replaced).toEqual(['k1'])
    expect(entry).toMatchObject({
      id: 'new-k1.',
      method: 'POST',
      path: '/api/songs',
      body: { title: 'Aja', year: 1977 },
      state: 'waiting',
    })
  })

  it('waits for the next login if its token has ended', () => {
    const entries = queued(put('a', {}, 1))
    const [waiting] = afterChange(entries, entries[0] as ChangeEntry, refusal(401), 0)
    expect(waiting).toMatchObject({ state: 'waiting', hold: 'backoff', retryAt: 3_600_000 })
  })
})

describe('a discarded change', () => {
  it('passes its version to the next change', () => {
    const entries = queued(put('a', {}, 3), put('a', { year: 1 }))
    expect(withoutChange(entries, 'k1')).toMatchObject({ remove: ['k1'], put: [{ version: 3 }] })
  })

  it('leaves nothing that only it has entered in the later ones, which contain all fields', () => {
    const before = { title: 'Aja', key: 'C' }
    const typed = { title: 'Aja', key: 'D', note: 'slow' }
    const [first, second] = [
      { ...typed, year: 1977 },
      { ...typed, year: 1978 },
    ]
    const entries = queued(
      { ...put('a', typed, 3), original: before },
      { ...put('a', first), original: typed },
      { ...put('a', second), original: first },
    )
    const [third, last] = withoutChange(entries, 'k1').put ?? []
    expect(third).toMatchObject({ version: 3, original: before, body: { ...before, year: 1977 } })
    expect(third?.body).not.toHaveProperty('note')
    expect(last).toMatchObject({ key: 'k3', preview: { ...before, year: 1978 } })
    expect(last?.body).not.toHaveProperty('note')
  })

  it('removes the later changes of the record that it adds', () => {
    const entries = queued(add('Aja'), put('new-k1.', {}), put('b', {}, 1))
    expect(withoutChange(entries, 'k1')).toEqual({ put: [], remove: ['k1', 'k2'] })
  })

  it('takes the record that it adds out of the lists in other changes', () => {
    const set = { ...put('s', { songIds: ['a', 'new-k1.', 'b'] }, 4), kind: 'show' as const }
    const { put: changed, remove } = withoutChange(queued(add('Aja'), set), 'k1')
    expect(remove).toEqual(['k1'])
    expect(changed).toMatchObject([
      { key: 'k2', body: { songIds: ['a', 'b'] }, preview: { songIds: ['a', 'b'] } },
    ])
  })
})

describe('a conflict', () => {
  const entries = queued(put('a', { title: 'Mine' }, 1), {
    ...put('a', { year: 1977 }),
    preview: { title: 'Mine', year: 1977, isPublic: false },
  })
  const changed = settledBy(entries, 'k1', refusal(412, { current: { _id: 'a', version: 5 } }))
  const deleted = settledBy(entries, 'k1', refusal(404))
  const record = { kind: 'song', id: 'a' } as const

  it('is resolved by merging the person’s changes into one', () => {
    expect(resolved(changed, record, 'mine', 'new')).toMatchObject({
      remove: ['k1', 'k2'],
      put: [{ key: 'new', state: 'waiting', version: 5, body: { title: 'Mine', year: 1977 } }],
    })
  })

  const original = { title: 'Old', key: 'C', tags: ['slow'] }
  const theirs = { _id: 'a', version: 5, title: 'Old', key: 'D' }
  it.each([
    [{ title: 'New', key: 'C', tags: ['slow'] }, false, { title: 'New', key: 'D' }],
    [{ title: 'New', key: ' D ' }, false, { title: 'New', key: ' D ' }],
    [{ title: 'New', key: 'E' }, true, { title: 'New', key: 'E' }],
    [{ title: 'New', tags: ['fast'] }, true, { title: 'New', tags: ['fast'] }],
  ])('of the change %j overlaps: %s', (body, overlaps, merged) => {
    const [entry] = settledBy(
      queued({ ...put('a', body, 1), original }),
      'k1',
      refusal(412, { current: theirs }),
    )
    const preview = { ...theirs, ...merged }
    expect(mergedChange(entry ? [entry] : [])).toEqual({
      change: { body: merged, preview, original: theirs, version: 5 },
      overlaps,
    })
  })

  it('with a deleted record is resolved by adding it again', () => {
    const [shown] = resolved(deleted, record, 'mine', 'new').put ?? []
    // Also what the changes do not mention, such as who sees it.
    expect(shown?.body).toMatchObject({ title: 'Mine', year: 1977, isPublic: false })
    expect(resolved(deleted, record, 'mine', 'new')).toMatchObject({
      put: [{ key: 'new', id: 'new-new.', method: 'POST', path: '/api/songs', version: undefined }],
    })
  })

  it('with a deleted enquiry discards the change, because the band can’t add one', () => {
    const change = { ...put('e', { status: 'answered' }, 1), kind: 'enquiry' as const }
    const gone = settledBy(queued(change), 'k1', refusal(404))
    expect(resolved(gone, { kind: 'enquiry', id: 'e' }, 'mine', 'new')).toEqual({ remove: ['k1'] })
  })

  it('without the record on which the changes were based is resolved by discarding them', () =>
    expect(resolved(changed, record, 'theirs', 'new')).toEqual({ remove: ['k1', 'k2'] }))

  describe('about one of two fields', () => {
    const entries = queued({ ...put('a', { title: 'Mine', key: 'D' }, 1), original })
    const conflictWith = (fields: object) =>
      settledBy(entries, 'k1', refusal(412, { current: { _id: 'a', version: 5, ...fields } }))

    it('keeps the other field if theirs is taken', () =>
      expect(
        resolved(conflictWith({ ...original, title: 'Theirs' }), record, 'theirs', 'new'),
      ).toMatchObject({
        remove: ['k1'],
        put: [{ key: 'new', version: 5, body: { title: 'Theirs', key: 'D' } }],
      }))

    it('discards the changes if they change nothing else', () =>
      expect(
        resolved(conflictWith({ ...original, title: 'Theirs', key: 'D' }), record, 'theirs', 'new'),
      ).toEqual({ remove: ['k1'] }))
  })
})

describe('a form that was opened before the last change of this device', () => {
  const shown = { title: 'A', key: 'G' }
  const edit = (body: object, version = 1): Change => ({
    ...put('s1', body, version),
    original: shown,
  })

  it('keeps the fields of that change that it leaves as they were', () => {
    const entries = queued(edit({ title: 'B', key: 'G' }), edit({ title: 'A', key: 'D' }))
    expect(entries[1]).toMatchObject({ body: { title: 'B', key: 'D' }, preview: { title: 'B' } })
    const stored = settledBy(entries.slice(0, 1), 'k1', sent('s1', 2)).map((entry) => ({
      ...entry,
      stored: { ...shown, title: 'B', _id: 's1', version: 2 },
    }))
    const { entry } = withChange(stored, 'k2', edit({ title: 'A', key: 'D' }), session)
    expect(entry).toMatchObject({ body: { title: 'B', key: 'D' }, version: 2 })
  })

  it('does not bring back a field that was cleared', () => {
    const entries = queued(edit({ title: 'A', key: '' }), edit({ title: 'B', key: 'G' }))
    const current = { ...shown, tags: ['slow'], _id: 's1', version: 2 }
    const conflict = settledBy(entries, 'k1', refusal(412, { current }))
    expect(mergedChange(conflict)).toMatchObject({
      change: { body: { title: 'B', key: '' } },
      overlaps: false,
    })
  })

  it('asks about a field that somebody else has changed, although both changes were merged', () => {
    const current = { ...shown, title: 'Theirs', _id: 's1', version: 2 }
    const conflict = settledBy(
      queued(edit({ title: 'A', key: 'D' })),
      'k1',
      refusal(412, { current }),
    )
    const { put: merged = [] } = resolved(conflict, { kind: 'song', id: 's1' }, 'mine', 'k2')
    expect(merged[0]?.body).toEqual({ title: 'Theirs', key: 'D' })
    const { entry } = withChange(merged, 'k3', edit({ title: 'Mine', key: 'G' }), session)
    const later = settledBy(
      [...merged, entry],
      'k2',
      refusal(412, { current: { ...current, version: 3 } }),
    )
    expect(mergedChange(later)?.overlaps).toBe(true)
    expect(mergedChange(later, 'theirs')?.change.body).toMatchObject({ title: 'Theirs' })
  })
})

it('a deleted record leaves no change behind, and has the id of the site if it was sent', () => {
  const entries = queued(add('Aja'), put('song2', { title: 'Peg' }, 1))
  const [temporary = ''] = entries.map(({ id }) => id)
  const record = { kind: 'song', id: temporary } as const
  expect(withoutRecord(entries, record)).toEqual({ storedId: undefined, put: [], remove: ['k1'] })
  const later = settledBy(entries, 'k1', sent('song1', 1))
  // It must be deleted on the site first.
  expect(withoutRecord(later, record)).toEqual({ storedId: 'song1', put: [], remove: [] })
  const stored = { kind: 'song', id: 'song1' } as const
  expect(withoutRecord(later, stored)).toEqual({ storedId: 'song1', put: [], remove: ['k1'] })
  const other = { kind: 'song', id: 'song2' } as const
  expect(withoutRecord(later, other)).toEqual({ storedId: 'song2', put: [], remove: ['k2'] })
})

it('the temporary id of a record is known until a day after it was shown, however late it was sent', () => {
  const day = 86_400_000
  const sentLate = settledBy(queued(add('Aja')), 'k1', sent('a', 1))
  const later = Date.now() + 3 * day
  const { put: shown, remove } = afterShown(sentLate, ['k1'], later)
  expect(remove).toEqual([])
  const listed = { songIds: ['new-k1.'] }
  expect(withStoredIds(shown, listed)).toEqual({ songIds: ['a'] })
  expect(afterShown(shown, [], later + day - 1).put).toHaveLength(1)
  expect(afterShown(shown, [], later + day).remove).toEqual(['k1'])
})

it('an enquiry that was answered after a note was added is no longer unsure', () => {
  const unsure = { _id: 'e', status: 'new', isUnsure: true }
  const noted = { ...put('e', { note: 'Call' }, 1), kind: 'enquiry' as const, original: unsure }
  const answered = {
    ...noted,
    body: { status: 'answered' },
    preview: { ...unsure, status: 'answered', isUnsure: false },
  }
  const [, last] = queued({ ...noted, preview: { ...unsure, note: 'Call' } }, answered)
  expect(last?.preview).toEqual({ ...unsure, note: 'Call', status: 'answered', isUnsure: false })
})

it('a 404 for a new record is a refusal, because nobody can have deleted it', () => {
  const [added] = settledBy(queued(add('Aja')), 'k1', refusal(404))
  expect(added?.state).toBe('refused')
})
