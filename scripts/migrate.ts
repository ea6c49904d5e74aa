import { parseArgs } from 'node:util'
import { environmentOf } from '../infra/environments.ts'
import { runProgramOnFolder } from '../infra/local/program-command.ts'
import { aws } from './deploy/aws.ts'
import { machine } from './deploy/machine.ts'
import { runOnEnvironment } from './deploy/restore.ts'

/**
 * `npm run migrate -- <name> [--undo | --finish] [--env prod]` rewrites rows to a new shape, on the data folder or on an
 * environment (docs/growing.md, a migration). Exits with 1 when something goes wrong.
 */
const { values, positionals } = parseArgs({
  options: {
    env: { type: 'string' },
    undo: { type: 'boolean', default: false },
    finish: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

try {
  const { env, undo, finish } = values
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0 || (undo && finish)) {
    throw new Error('Say which migration: npm run migrate -- <name> [--undo | --finish] [--env prod]')
  }
  const program = 'scripts/migrate/migrate-data.ts'
  const args = [name, undo ? 'undo' : finish ? 'finish' : 'up']
  if (env === undefined) await runProgramOnFolder(program, args)
  else {
    const asked = { name: env, environment: environmentOf(env), program, args }
    process.exitCode = (await runOnEnvironment({ cloud: aws, machine }, asked)) ? 0 : 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
