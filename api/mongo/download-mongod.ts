/** Downloads the official mongod into a folder: `bun download-mongod.ts VERSION FOLDER`. It runs as a separate process
 * so that the caller can kill it when the download stalls. */
import { MongoBinary } from 'mongodb-memory-server-core'

const [version = '', downloadDir = ''] = process.argv.slice(2)
await MongoBinary.getPath({ version, downloadDir })
