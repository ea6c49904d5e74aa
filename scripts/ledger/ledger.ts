import { runProgramOnFolder } from '../../infra/local/program-command.ts'

/**
 * `npm run ledger -- verify`: computes the seals of all closed months again and compares them with the stored ones, on
 * the table that TABLE_NAME names, else on the local data folder. Fails when the postings of a month were changed.
 */
if (process.env['TABLE_NAME']) await import('./ledger-table.ts')
else await runProgramOnFolder('scripts/ledger/ledger-table.ts', process.argv.slice(2))
