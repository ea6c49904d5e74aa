import { runProgramOnFolder } from '../infra/local/program-command.ts'

/**
 * `npm run import -- --as admin@… --kind users|teams|appointments|leads|sales|partners|rates FILE.xlsx [--yes]
 * [--invite]`: tells what an import of an office's present data would do; with `--yes` does it. Rows that a rule refuses
 * are saved in a file beside it. Works on the table that TABLE_NAME names, else on the local data folder
 * (docs/deploy.md).
 */
if (process.env['TABLE_NAME']) await import('./import-table.ts')
else await runProgramOnFolder('scripts/import-table.ts', process.argv.slice(2))
