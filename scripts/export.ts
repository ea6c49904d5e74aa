import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { environmentOf } from '../infra/environments.ts'
import { runProgramOnFolder } from '../infra/local/program-command.ts'
import { aws } from './deploy/aws.ts'
import { machine } from './deploy/machine.ts'
import { runOnEnvironment } from './deploy/restore.ts'

/**
 * `npm run export -- --to <folder> [--env prod]` copies the rows and documents of the data folder (PARTNERVIEW_DATA), or
 * of an environment, to a folder that `npm run restore` reads. Exits with 1 when something goes wrong.
 */
const { values } = parseArgs({ options: { env: { type: 'string' }, to: { type: 'string' } } })

try {
  const { env, to } = values
  if (to === undefined) throw new Error('Say where the export goes: --to <folder>')
  const program = 'scripts/restore/export-data.ts'
  const args = [resolve(to)]
  if (env === undefined) await runProgramOnFolder(program, args)
  else {
    const asked = { name: env, environment: environmentOf(env), program, args }
    process.exitCode = (await runOnEnvironment({ cloud: aws, machine }, asked)) ? 0 : 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
