import { parseArgs } from 'node:util'
import { environmentOf } from '../infra/environments.ts'
import { aws } from './deploy/aws.ts'
import { redrive } from './deploy/redrive.ts'

/**
 * `npm run redrive -- --env dev|prod [--job outbox]` delivers dead letters again, of one job or of all (docs/runbook.md,
 * dead-letters). Exits with 1 when work failed again.
 */
const { values } = parseArgs({ options: { env: { type: 'string' }, job: { type: 'string' } } })

try {
  if (!values.env) throw new Error('Say which environment: --env dev or --env prod')
  const { region } = environmentOf(values.env)
  const asked = { cloud: aws, say: console.log, name: values.env, region, job: values.job ?? null }
  process.exitCode = (await redrive(asked)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
