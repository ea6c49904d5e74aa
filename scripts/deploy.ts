import { parseArgs } from 'node:util'
import { environmentOf } from '../infra/environments.ts'
import { aws } from './deploy/aws.ts'
import { deploy, destroy, rollBack } from './deploy/deploy.ts'
import { machine } from './deploy/machine.ts'
import { parseAdmin } from './deploy/options.ts'

/**
 * `npm run deploy -- --env dev|prod [--dry-run] [--yes] [--admin 'Eva Jansen <eva@example.nl>']` plans, asks and
 * deploys. With `--rollback <commit>` deploys that commit; `npm run deploy -- destroy --env dev` removes an environment
 * (docs/deploy.md). Exits with 1 when something forbids it or goes wrong.
 */
const { values, positionals } = parseArgs({
  options: {
    env: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    admin: { type: 'string' },
    rollback: { type: 'string' },
  },
  allowPositionals: true,
})

async function main(): Promise<boolean> {
  const [command, ...more] = positionals
  if (more.length > 0 || (command !== undefined && command !== 'destroy')) {
    throw new Error(`Unknown: ${positionals.join(' ')}. There is only: destroy`)
  }
  if (!values.env) throw new Error('Say which environment: --env dev or --env prod')
  const asked = { name: values.env, environment: environmentOf(values.env), isAgreed: values.yes }
  if (values['dry-run'] && (command || values.rollback)) {
    throw new Error(
      '--dry-run shows the plan of a deployment: leave it out for destroy and --rollback, which ask first',
    )
  }
  const place = { cloud: aws, machine }
  if (command === 'destroy') return destroy(place, asked)
  if (values.rollback) return rollBack(place, values.rollback, asked)
  return deploy(place, { ...asked, isDry: values['dry-run'], admin: values.admin ? parseAdmin(values.admin) : null })
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
