import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RequestContext } from '../http/request-context'
import { openAssets } from './assets'

it('a file that a later build has removed is not found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'))
  for (const name of ['stays.js', 'goes.js']) await writeFile(join(folder, name), 'band()')
  const assets = openAssets(folder)
  await rm(join(folder, 'goes.js'))
  const context = (name: string) =>
    new RequestContext(new Request(`http://band.example/${name}`), () => '127.0.0.1')
  expect(assets.respond(context('goes.js'))).toBeUndefined()
  expect(assets.respond(context('stays.js'))?.response.status).toBe(200)
  await rm(folder, { recursive: true })
})
