/** Downloads the official mongod into a folder. A program of its own, so that whoever runs it can end it
 * when nothing comes: `bun download-mongod.ts VERSION FOLDER`. */
import { MongoBinary } from 'mongodb-memory-server-core'

const [version = '', downloadDir = ''] = process.argv.slice(2)
await MongoBinary.getPath({ version, downloadDir })
