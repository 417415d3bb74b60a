import { describe, expect, it } from 'vitest'
import { createHosts } from './hosts'
import { RequestContext } from './request-context'
import { createResponseMemory, type PublicText } from './response-memory'

const responses = { hosts: createHosts(['http://x']), markStale: (response: Response) => response }

/** A memory whose texts are counted as they are made. */
function memoryOf({ capacity = 1_000_000 } = {}) {
  const state = { version: '1', made: [] as string[] }
  const memory = createResponseMemory({ responses, version: () => state.version, capacity })
  const get = (path: string, make: () => PublicText | Promise<PublicText>, origin = 'http://x') =>
    memory.respond(new RequestContext(new Request(origin + path), () => ''), () => {
      state.made.push(path)
      return make()
    })
  const getText = async (path: string, text = path, origin?: string) =>
    (await get(path, () => ({ text, headers: {} }), origin)).text()
  return { state, get, getText }
}

const textOf = (bytes: number) => 'x'.repeat(bytes)

describe('a text', () => {
  it('is made once for each version of the content', async () => {
    const { state, getText } = memoryOf()
    for (const version of ['1', '1', '2', '2']) {
      state.version = version
      expect(await getText('/a', `version ${version}`)).toBe(`version ${version}`)
    }
    expect(state.made).toEqual(['/a', '/a'])
  })

  it('is made once for requests that arrive at the same time', async () => {
    const { state, getText } = memoryOf()
    expect(await Promise.all([getText('/a'), getText('/a'), getText('/a')])).toEqual(
      Array(3).fill('/a'),
    )
    expect(state.made).toEqual(['/a'])
  })

  it('that was being made while the content changed is not kept', async () => {
    const { state, get, getText } = memoryOf()
    let finish = (_: PublicText) => {}
    const old = get('/a', () => new Promise<PublicText>((resolve) => (finish = resolve)))
    state.version = '2'
    expect(await getText('/a', 'new')).toBe('new')
    finish({ text: 'old', headers: {} })
    expect(await (await old).text()).toBe('old')
    expect(await getText('/a', 'another')).toBe('new')
  })

  it('is made again after it could not be made, and if it is not found', async () => {
    const { get, getText } = memoryOf()
    const fails = () => Promise.reject(new Error('no'))
    const throws = () => {
      throw new Error('at once')
    }
    await expect(async () => get('/a', fails)).rejects.toThrow('no')
    await expect(async () => get('/a', throws)).rejects.toThrow('at once')
    const missing = await get('/a', () => ({ text: 'missing', headers: {}, status: 404 }))
    expect([missing.status, await missing.text()]).toEqual([404, 'missing'])
    expect(await getText('/a')).toBe('/a')
  })

  it('is not kept for a host that is not the site’s', async () => {
    const { state, getText } = memoryOf()
    await getText('/a', 'text', 'http://other.example')
    await getText('/a', 'text', 'http://other.example')
    expect(state.made).toEqual(['/a', '/a'])
  })
})

it('the oldest texts are removed when all are larger together than the capacity', async () => {
  const { state, getText } = memoryOf({ capacity: 1_000 })
  for (const path of ['/first', '/second', '/third']) await getText(path, textOf(400))
  state.made.length = 0
  await getText('/third', textOf(400))
  await getText('/first', textOf(400))
  expect(state.made).toEqual(['/first'])
})

it('a text counts with all its encodings', async () => {
  const { state, getText } = memoryOf({ capacity: 100_000 })
  await getText('/a', textOf(99_950))
  await getText('/a', textOf(99_950))
  expect(state.made).toEqual(['/a', '/a'])
})
