import { expect, it } from 'vitest'
import { type Hydration, replayQueuedEvent } from './hydration'

function button(isConnected: boolean) {
  const statuses: string[] = []
  const control = {
    isConnected,
    dataset: { queued: '' } as DOMStringMap,
    click: () => statuses.push(hydration.status),
  }
  const hydration: Hydration = { status: 'pending', queued: control as never }
  return { hydration, control, statuses }
}

it('presses the queued control once, when presses are no longer queued', () => {
  const { hydration, control, statuses } = button(true)
  replayQueuedEvent(hydration)
  expect(statuses).toEqual(['hydrated'])
  expect(control.dataset).toEqual({})
  replayQueuedEvent(hydration)
  expect(statuses).toEqual(['hydrated'])
})

it('leaves a control alone that is no longer in the page', () => {
  const { hydration, statuses } = button(false)
  replayQueuedEvent(hydration)
  expect(hydration).toEqual({ status: 'hydrated', queued: undefined })
  expect(statuses).toEqual([])
})
