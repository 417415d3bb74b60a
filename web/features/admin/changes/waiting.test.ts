import { expect, it } from 'vitest'
import { newEntryState } from '../../../offline/outbox-flush'
import { withChanges } from './waiting'

it('shows nights off that were sent until the list is read again, although they have no version', () => {
  const stored = { _id: '6740f2b1a5d3c80012345678', from: '2031-06-04', to: '2031-06-04' }
  const entry = {
    ...newEntryState('key'),
    kind: 'nights off',
    id: stored._id,
    method: 'POST',
    path: '/api/admin/away',
    body: {},
    label: 'Nights off',
    preview: {},
    place: 1,
    to: '',
    token: '',
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
