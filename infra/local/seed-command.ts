import { runProgramOnFolder } from './program-command.ts'
import { partnerview } from './project.ts'

/**
 * `npm run seed -- <arguments>`: runs the seed on the data folder (PARTNERVIEW_DATA, by default `.local`), filled or
 * not. Makes hours of 53 weeks, unless `--weeks` gives another number. Uses the runtime that runs on this folder, or
 * starts one until the seed has ended.
 */
await runProgramOnFolder(partnerview.seed, ['--weeks', '53', ...process.argv.slice(2)], { fills: true })
