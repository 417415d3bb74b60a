import { type Static, Type as t } from '@sinclair/typebox'
import { declare } from './operation'

/** How much of the demo nobody has changed. */
export const DemoResponse = t.Object({
  shows: t.Integer({ minimum: 0 }),
  tracks: t.Integer({ minimum: 0 }),
  songs: t.Integer({ minimum: 0 }),
  /** Fields of the band's words. */
  words: t.Integer({ minimum: 0 }),
})
export type DemoResponse = Static<typeof DemoResponse>

const demoPath = '/api/admin/demo'

export const demoOperations = declare({
  demo: {
    method: 'GET',
    path: demoPath,
    summary: 'How much came with the demo and was not changed',
    access: 'admin',
    responses: { 200: { description: 'The numbers', schema: DemoResponse } },
  },
  removeDemo: {
    method: 'DELETE',
    path: demoPath,
    summary: 'Remove what came with the demo and was not changed',
    access: 'admin',
    responses: { 204: { description: 'It is removed' } },
  },
})
