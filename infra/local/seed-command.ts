import { runOnFolder } from './program-command.ts'
import { partnerview } from './project.ts'

/**
 * `npm run seed -- <arguments>`: runs the seed, with hours of a year unless told otherwise, on the data folder (PARTNERVIEW_DATA, .local), through the runtime that
 * runs on it or through one that is started for the occasion.
 */
await runOnFolder(partnerview.seed, ['--weeks', '53', ...process.argv.slice(2)])
