import { expect, it } from 'vitest'
import { newEntryState } from '../../../offline/outbox-flush'
import { countsWithChanges, withChanges } from './waiting'

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

it('moves enquiries between the boxes as their unsent changes do, each once', () => {
  const [arrived, answered, archived] = (['new', 'answered', 'archived'] as const).map(
    (status) => ({ status, isSpam: false, isUnsure: false }),
  )
  const counts = {
    new: 2,
    answered: 1,
    held: 0,
    booked: 0,
    declined: 0,
    archived: 0,
    unsure: 0,
    spam: 0,
  }
  const changes = [
    { ...unsent, kind: 'enquiry', original: arrived, preview: answered },
    { ...unsent, kind: 'enquiry', original: answered, preview: archived },
    { ...unsent, kind: 'enquiry', original: arrived, preview: answered, state: 'sent' },
  ] as const
  expect(countsWithChanges(counts, changes as never)).toEqual({ ...counts, new: 1, archived: 1 })
})
