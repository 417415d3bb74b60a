import { type Static, Type as t } from '@sinclair/typebox'
import { declare, deletion, ok } from './operation'

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
    route: `GET ${demoPath}`,
    summary: 'How much came with the demo and was not changed',
    responses: ok('The numbers', DemoResponse),
  },
  removeDemo: deletion(
    demoPath,
    'Remove what came with the demo and was not changed',
    'It is removed',
  ),
})
