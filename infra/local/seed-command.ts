import { runOnFolder } from './program-command.ts'
import { partnerview } from './project.ts'

/**
 * Runs the seed on the data folder (PARTNERVIEW_DATA, by default `.local`). `npm run seed -- <arguments>`, with hours
 * of a year by default. Uses the runtime on that folder, or starts one for the occasion.
 */
await runOnFolder(partnerview.seed, ['--weeks', '53', ...process.argv.slice(2)])
