import { runProgramOnFolder } from '../../infra/local/program-command.ts'

/**
 * `npm run recount -- [--repair] [--from 2024] [--to 2027]`: compares the counters with the records, on the table that
 * TABLE_NAME names, else on the local data folder. With `--repair` corrects the marks of records not to call, the
 * search and the counters, and stores the codes by which contracts are found and the names of their suppliers. Fails
 * when counters are still wrong at the end.
 */
if (process.env['TABLE_NAME']) await import('./recount-table.ts')
else await runProgramOnFolder('scripts/recount/recount-table.ts', process.argv.slice(2))
