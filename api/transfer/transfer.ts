import { type Db, ObjectId } from 'mongodb'
import { transferOperations } from '../contract/transfer'
import { notFound } from '../http/problem'
import { type Authorise, implement, reply } from '../http/route'
import { createExports, type ExportDependencies } from './export-files'
import { createImport, type ImportDependencies, type ImportedKind } from './import-files'

interface Dependencies extends ExportDependencies, Omit<ImportDependencies, 'recordImport'> {
  // Declared again, because exports need less of them than imports.
  shows: ImportDependencies['shows']
  songs: ImportDependencies['songs']
  db: Db
  authorise: Authorise
}

interface ImportRecord {
  kind: ImportedKind
  ids: ObjectId[]
  createdAt: Date
}

/** Seconds for which an import can be undone. */
const undoLifetime = 24 * 60 * 60

/** Everything in and out: shows and songs from files, and all that the band has into files. */
export async function createTransfer(dependencies: Dependencies) {
  const { db, shows, songs, authorise } = dependencies
  const imports = db.collection<ImportRecord>('imports')
  await imports.createIndex({ createdAt: 1 }, { expireAfterSeconds: undoLifetime })

  const importFile = createImport({
    ...dependencies,
    async recordImport(kind, ids) {
      const { insertedId } = await imports.insertOne({ kind, ids, createdAt: new Date() })
      return insertedId.toHexString()
    },
  })

  const routes = implement(
    transferOperations,
    {
      importShows: (call) => importFile('shows', call),
      importSongs: (call) => importFile('songs', call),
      async undoImport({ request, parameters }) {
        const _id = new ObjectId(parameters.id)
        const found = await imports.findOne({ _id })
        if (!found) throw notFound()
        await { shows, songs }[found.kind].removeUntouched(found.ids, request)
        // Deleted last, so that the request can be repeated if the process dies.
        await imports.deleteOne({ _id })
        return reply(204)
      },
      ...createExports(dependencies),
    },
    { authorise },
  )
  return { routes }
}
