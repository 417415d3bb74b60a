import { isDeepStrictEqual } from 'node:util'
import {
  type AdminSiteResponse,
  requiredFields,
  type Site,
  type SiteBody,
  siteOperations,
} from '../contract/site'
import { versionTag } from '../http/if-match'
import { invalid } from '../http/problem'
import type { ResponseMemory } from '../http/response-memory'
import { type Authorise, implement, type Reply, reply } from '../http/route'
import { lastChangeOf } from '../mongo/versions'
import { memoize } from '../process/memoize'
import { picturesIn } from '../shared/picture-sizes'
import {
  changedFields,
  openSiteRepository,
  type SiteRecord,
  type SiteStorage,
} from './band.repository'
import { uploadedAddresses } from './uploaded-addresses'
import { withVideoIds } from './video-links'

interface Dependencies extends SiteStorage {
  authorise: Authorise
  memory: ResponseMemory
  /** Whether a picture or a file that was uploaded is still stored. */
  isStored: (address: string) => Promise<boolean>
}

/** The band's own words, pictures and colours (`Site` in the contract). */
export async function createBand(dependencies: Dependencies) {
  const { authorise, memory } = dependencies
  const { current: record, change, undo } = await openSiteRepository(dependencies)

  const wordsOf = memoize(({ content, calendarDomain }: SiteRecord) => ({
    ...content,
    calendarDomain,
  }))
  const current = () => wordsOf(record())

  /** The current words, and those that can come back. */
  const contents = () => [record().content, ...record().earlier, record().before ?? {}]

  const replyWith = (record: SiteRecord): Reply<200, AdminSiteResponse> => {
    const { content: site, version, earlier } = record
    const { before = changedFields(earlier.at(-1) ?? site, site) } = record
    const body = { site, version, ...lastChangeOf(record), earlier, before }
    return reply(200, body, { etag: versionTag(version) })
  }

  /** The optional fields that are as they were at first. */
  const untouched = () => {
    const { content, initial } = record()
    const optional = Object.keys(content).filter((name) => !requiredFields.includes(name as never))
    return (optional as (keyof Site)[]).filter((name) =>
      isDeepStrictEqual(content[name], initial[name]),
    )
  }

  /** The fields with a picture or file that is not stored any more. An unsaved form may be older than what it refers to, because
   * what the words do not use is removed after a day. */
  async function lostFields(body: SiteBody): Promise<string[]> {
    const found = uploadedAddresses(body)
    const areStored = await Promise.all(found.map(({ address }) => dependencies.isStored(address)))
    return found.filter((_, index) => !areStored[index]).map(({ field }) => field)
  }

  const routes = implement(
    siteOperations,
    {
      site: () => reply(200, { site: record().content }),
      adminSite: () => replyWith(record()),
      async changeSite({ body, versions }) {
        const cleared = requiredFields.filter((field) => (body[field] as unknown) === '')
        const lost = await lostFields(body)
        const errors = [
          ...cleared.map((field) => ({ field, message: 'This field is required.' })),
          ...lost.map((field) => ({
            field,
            message: 'Please choose it again: the site has removed it.',
          })),
        ]
        if (errors.length > 0) throw invalid(errors)
        return replyWith(await change(withVideoIds(body), versions))
      },
      undoSite: async ({ versions }) => replyWith(await undo(versions)),
    },
    { authorise, memory },
  )

  return {
    routes,
    /** The current words; the same object until they change. */
    current,
    /** Words that are easy to guess as this band's password. */
    ownWords() {
      const { name, shortName, town, genre } = record().content
      return [name, shortName, town, genre, record().calendarDomain, 'band'].filter(
        (word) => word !== undefined,
      )
    },
    /** Whether nobody has changed anything since the first start. */
    areUnchanged: () => record().version === 1,
    /** The fields that still have the values of the demo. */
    demo: {
      count: () => untouched().length,
      async remove() {
        const cleared = Object.fromEntries(untouched().map((field) => [field, '']))
        await change(cleared as SiteBody)
      },
    },
    changedAt: () => [record().updatedAt],
    /** Whether the words, or words that can be taken back, contain an address. */
    refersTo: (path: string) => JSON.stringify(contents()).includes(path),
    /** The paths of all pictures, those of contents that can be taken back included. */
    pictures: () => contents().flatMap((words) => picturesIn(words).map(({ src }) => src)),
  }
}
