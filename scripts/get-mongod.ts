/** Gets a mongod for the first start of a site, while the web part is built. */
import { findMongod } from '../api/mongo/mongod-binary'

await findMongod(process.env['MONGOD'] || undefined, console.log)
