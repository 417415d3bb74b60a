import { expect, it } from 'vitest'
import { stampText, statusText } from './show-status'

it.each([
  [{}, undefined, undefined],
  [{ status: 'cancelled' }, 'Cancelled', 'Cancelled'],
  [{ status: 'soldout' }, 'Sold out', 'Sold out'],
  [{ status: 'postponed' }, 'Postponed', 'Postponed'],
  [{ status: 'postponed', formerDate: '2031-06-01' }, 'Postponed from June 1', 'Moved from Jun 1'],
  // It takes place, and was moved before.
  [{ formerDate: '2031-06-01' }, undefined, undefined],
] as const)(
  'a show with %j is called %j on its page, and %j on its ticket',
  (show, text, stamp) => {
    expect([statusText(show), stampText(show)]).toEqual([text, stamp])
  },
)
