import { join } from 'node:path'
import { expect, it } from 'vitest'
import { site } from '../../web/content/site'
import { createPublicResponses } from '../http/public-responses'
import { RequestContext } from '../http/request-context'
import { createResponseMemory } from '../http/response-memory'
import { createLogger } from '../process/log'
import { createPageRenderer } from './page-renderer'
import { loadRenderer } from './renderer'

const show = {
  _id: '0'.repeat(24),
  slug: 'x',
  date: '2037-07-04',
  venue: 'Hall',
  city: 'London',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

it('a page that can not be rendered has status 500, is logged, and is an alarm until it can', async () => {
  let shows = [show]
  let log = ''
  const write = (line: string) => {
    log += line
  }
  const responses = createPublicResponses({
    publicUrl: undefined,
    apiHost: undefined,
    isCurrent: () => true,
  })
  const renderer = createPageRenderer({
    responses,
    memory: createResponseMemory({ responses, version: () => '1' }),
    renderPage: await loadRenderer(join(import.meta.dirname, '../../dist')),
    data: {
      site: async () => site,
      shows: async () => shows,
      music: async () => [],
      songs: async () => [],
    },
    frames: () => [],
    api: { apiHost: undefined, port: 3001 },
    log: createLogger('info', { write }),
  })
  const statusOf = async (path: string) => {
    const request = new Request(`http://localhost${path}`)
    return (await renderer.respond(new RequestContext(request, () => ''))).status
  }
  shows = [{ ...show, venue: {} as string }]
  expect([await statusOf('/Shows'), renderer.hasFailed()]).toEqual([500, true])
  expect(JSON.parse(log)).toMatchObject({
    path: '/Shows',
    err: { message: expect.stringMatching(/object|#31/i) },
  })
  expect(await statusOf('/AboutUs')).toBe(200)
  shows = [show]
  expect([await statusOf('/Shows'), renderer.hasFailed()]).toEqual([200, false])
})
