import { parseArgs } from 'node:util'
import { type Instant, isInstant } from '../../shared/time.ts'
import { restoreAccounts } from './accounts.ts'
import { importDocuments } from './documents.ts'
import { reviveRow, reviveTable } from './past.ts'
import { importRows, isTableEmpty } from './rows.ts'

/*
 * The program behind `npm run restore`; needs the environment of a function with the table, the user pool and the
 * documents. With `--from` fills an empty table and the documents from an export; with `--at` prepares a table that
 * AWS restored to that moment.
 */

const { values } = parseArgs({ options: { from: { type: 'string' }, at: { type: 'string' } } })

async function fill(folder: string): Promise<void> {
  if (!(await isTableEmpty())) throw new Error('The table has rows already. An export is restored to an empty one.')
  // Documents first: a row never names one that is not there.
  const documents = await importDocuments(folder)
  console.log(`${await importRows(folder, reviveRow)} rows and ${documents} documents are restored`)
}

const prepare = async (at: Instant) => console.log(`${await reviveTable(at)} rows were prepared`)

try {
  const { from, at = '' } = values
  if (from !== undefined) await fill(from)
  else if (isInstant(at)) await prepare(at)
  else throw new Error('Say what to restore: --from <folder>, or --at <moment>, such as 2026-11-29T09:00:00.000Z')
  console.log(`${await restoreAccounts()} people get a mail to choose their first password`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
