import { runOnFolder } from './program-command.ts'
import { partnerview } from './project.ts'

/**
 * `npm run seed -- <arguments>`: runs the seed on the data folder (PARTNERVIEW_DATA, .local), through the runtime that
 * runs on it or through one that is started for the occasion.
 */
await runOnFolder(partnerview.seed, process.argv.slice(2))
