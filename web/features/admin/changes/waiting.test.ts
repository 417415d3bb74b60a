import { describe, expect, it } from 'vitest'
import { newEntryState } from '../../../offline/outbox-flush'
import { countWithChanges, withChanges } from './waiting'

const unsent = {
  ...newEntryState('key'),
  id: '6740f2b1a5d3c80012345678',
  method: 'POST',
  path: '/api/admin/away',
  body: {},
  label: 'Nights off',
  place: 1,
  to: '',
  token: '',
} as const

it('shows nights off that were sent until the list is read again, although they have no version', () => {
  const stored = { _id: '6740f2b1a5d3c80012345678', from: '2031-06-04', to: '2031-06-04' }
  const entry = {
    ...unsent,
    kind: 'nights off',
    id: stored._id,
    preview: {},
    state: 'sent',
    stored: stored as never,
  } as const
  const waiting = {
    ...entry,
    state: 'waiting',
    id: 'new-1.',
    preview: { from: '2031-06-05' },
  } as const
  expect(withChanges([], [entry], 'nights off')).toEqual([stored])
  expect(withChanges([stored], [entry, waiting], 'nights off')).toEqual([
    stored,
    { _id: 'new-1.', from: '2031-06-05', waiting: 'Waiting' },
  ])
})

describe('an enquiry is counted in the box to which its unsent changes move it', () => {
  const [arrived, answered, archived] = (['new', 'answered', 'archived'] as const).map(
    (status) => ({ status, isSpam: false, isUnsure: false }),
  )
  const change = { ...unsent, kind: 'enquiry' } as const
  const answer = { ...change, original: arrived, preview: answered }
  const archive = { ...change, original: answered, preview: archived }
  it.each([
    ['after one change', [answer], { new: 1, answered: 2, archived: 0 }],
    ['after two', [answer, archive], { new: 1, answered: 1, archived: 1 }],
    ['not once it is sent', [{ ...answer, state: 'sent' }], { new: 2, answered: 1, archived: 0 }],
    [
      'after a conflict',
      [{ ...answer, state: 'conflict', current: archived }],
      { new: 2, answered: 2, archived: 0 },
    ],
    ['after a deletion', [{ ...answer, state: 'conflict' }], { new: 2, answered: 2, archived: 0 }],
  ] as const)('%s', (_, entries, expected) => {
    const stored = { new: 2, answered: 1, archived: 0 }
    for (const box of ['new', 'answered', 'archived'] as const)
      expect([box, countWithChanges(stored[box], box, entries as never)]).toEqual([
        box,
        expected[box],
      ])
  })
})
