/**
 * `npm run reset`: empties the data folder (PARTNERVIEW_DATA, by default `.local`), so that the next start fills it
 * anew. Fails while Partnerview runs on this folder.
 */
import { resolve } from 'node:path'
import { emptyDataFolder } from './data-folder.ts'
import { findLockHolder } from './lock.ts'

const folder = resolve(process.env['PARTNERVIEW_DATA'] ?? '.local')
const holder = findLockHolder(folder)
try {
  if (holder) throw new Error(`Partnerview (process ${holder.pid}) runs on ${folder}; stop it first.`)
  emptyDataFolder(folder)
  console.log(`${folder} is empty; the next start fills it.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
