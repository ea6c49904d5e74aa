import { runProgramOnFolder } from '../infra/local/program-command.ts'

/**
 * `npm run erase -- --as admin@… --about 0612345678|mail@…|"6041 EL 12" [--file all.json] [--yes]`: shows what is stored
 * about a customer, or about a user by e-mail address (`--user mail@…`), and what must stay. With `--file` writes all of
 * it to a file; with `--yes` erases it. Works on the table that TABLE_NAME names, else on the local data folder
 * (docs/privacy.md).
 */
if (process.env['TABLE_NAME']) await import('./erase-table.ts')
else await runProgramOnFolder('scripts/erase-table.ts', process.argv.slice(2))
