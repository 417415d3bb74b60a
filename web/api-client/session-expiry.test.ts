import { expect, it } from 'vitest'
import { notifySessionExpired, onSessionExpired } from './session-expiry'
import { dropToken, saveToken } from './token'

it('a refused token ends the session only if it is still the stored one', () => {
  let ended = 0
  const stop = onSessionExpired(() => {
    ended += 1
  })
  notifySessionExpired('Bearer none')
  saveToken('new')
  notifySessionExpired('Bearer old')
  expect(ended).toBe(0)
  notifySessionExpired('Bearer new')
  expect(ended).toBe(1)
  stop()
  dropToken()
})
