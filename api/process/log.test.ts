import { expect, it } from 'vitest'
import { createLogger } from './log'

it('an error that others can lengthen takes at most 2 kB of the log', () => {
  let line = ''
  const log = createLogger('info', {
    write(text) {
      line += text
    },
  })
  const error = Object.assign(new Error('m'.repeat(10_000)), {
    code: 'ECONNRESET',
    rawPacket: 'x'.repeat(200_000),
  })
  log.warn({ err: error }, 'a push message was not accepted')
  expect(line.length).toBeLessThan(2_048)
  expect(JSON.parse(line)).toMatchObject({
    msg: 'a push message was not accepted',
    err: { type: 'Error', code: 'ECONNRESET', message: expect.stringMatching(/^m+…$/) },
  })
})
