import { runOnFolder } from '../infra/local/program-command.ts'

/**
 * `npm run recount -- [--repair] [--from 2024] [--to 2027]`: proves that the counters are what the records come to,
 * or makes them so, and contracts found by their codes. On the table that TABLE_NAME names, else on the local data folder. Fails when they differ.
 */
if (process.env['TABLE_NAME']) await import('./recount-table.ts')
else await runOnFolder('scripts/recount-table.ts', process.argv.slice(2))
