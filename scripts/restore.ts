import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { environmentOf } from '../infra/environments.ts'
import { runProgramOnFolder } from '../infra/local/program-command.ts'
import { instantAt } from '../shared/time.ts'
import { aws } from './deploy/aws.ts'
import { machine } from './deploy/machine.ts'
import { restoreExport, restoreToMoment } from './deploy/restore.ts'

/**
 * `npm run restore -- --env prod --at 2026-11-29T09:00:00Z` restores the table to a moment; `-- --from <folder>
 * [--env prod]` fills an empty data folder, or an empty environment, from an export (docs/runbook.md). Exits with 1 when
 * something forbids it or goes wrong.
 */
const { values } = parseArgs({
  options: {
    env: { type: 'string' },
    at: { type: 'string' },
    from: { type: 'string' },
    yes: { type: 'boolean', default: false },
  },
})

async function main(): Promise<boolean> {
  const { env, at, from, yes } = values
  if ((at === undefined) === (from === undefined))
    throw new Error('Say what to restore: --at <moment> or --from <folder>')
  if (env === undefined) {
    if (from === undefined) throw new Error('Say which environment: --env dev or --env prod')
    await runProgramOnFolder('scripts/restore/restore-data.ts', ['--from', resolve(from)], { fills: true })
    return process.exitCode !== 1
  }
  const asked = { name: env, environment: environmentOf(env), isAgreed: yes }
  const place = { cloud: aws, machine }
  if (from !== undefined) return restoreExport(place, { ...asked, from })
  const moment = Date.parse(at ?? '')
  if (Number.isNaN(moment)) throw new Error(`--at takes a moment such as 2026-11-29T09:00:00Z, not '${at}'`)
  // AWS restores to whole seconds.
  return restoreToMoment(place, { ...asked, at: instantAt(Math.floor(moment / 1000) * 1000) })
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
