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

type Dependencies = Parameters<typeof createPageRenderer>[0]

async function openRenderer(more: Pick<Dependencies, 'data' | 'log'> & Partial<Dependencies>) {
  const responses = createPublicResponses({
    publicUrl: undefined,
    apiHost: undefined,
    isCurrent: () => true,
  })
  const renderer = createPageRenderer({
    responses,
    memory: createResponseMemory({ responses, version: () => '1' }),
    renderPage: await loadRenderer(build),
    frames: () => [],
    api: { apiHost: undefined, port: 3001 },
    ...more,
  })
  const request = async (path: string) =>
    renderer.respond(new RequestContext(new Request(`http://localhost${path}`), () => ''))
  return { ...renderer, request }
}

const build = join(import.meta.dirname, '../../dist')
const content = {
  site: async () => site,
  shows: async () => [show],
  music: async () => [],
  songs: async () => [],
}

it('a page that can not be rendered has status 500, is logged, and is an alarm until it can', async () => {
  let shows = [show]
  let log = ''
  const write = (line: string) => {
    log += line
  }
  const renderer = await openRenderer({
    data: { ...content, shows: async () => shows },
    log: createLogger('info', { write }),
  })
  const statusOf = async (path: string) => (await renderer.request(path)).status
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

it('the back office’s pages of all shows are rendered once, because anybody can ask for any id', async () => {
  let rendered = 0
  const renderPage = await loadRenderer(build)
  const { request } = await openRenderer({
    data: content,
    log: createLogger('silent'),
    renderPage(...parameters) {
      rendered += 1
      return renderPage(...parameters)
    },
  })
  const textOf = async (path: string) => (await request(path)).text()
  const [one, other] = ['1', '2'].map((digit) => digit.repeat(24))
  const poster = await textOf(`/Admin/poster/${one}`)
  expect(poster).toContain('<title>')
  expect(await textOf(`/Admin/poster/${other}`)).toBe(poster)
  await textOf(`/Admin/set/${one}`)
  expect(rendered).toBe(2)
})
