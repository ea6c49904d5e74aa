import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localArns } from '../infra/local/rights/arns.ts'
import { findUnusedGrants, type Grant, grantsOf, USED_FOLDER } from '../infra/local/rights/usage.ts'
import { functionSpecs } from '../infra/manifest.ts'
import { statementsOf } from '../infra/rights.ts'
import { findReasonToKeep } from '../infra/unused-rights.ts'
import { addRight } from './rights/add.ts'

/*
 * Finds rights that functions are granted and no test of a whole run used. `npm test` records the used rights in the
 * folder that PARTNERVIEW_RIGHTS_USED names, and runs this script at its end. The script fails for a right without a
 * reason to keep it. With `--add <function> <reads|writes|lists> <partition|list>` it adds a right instead, as a failed
 * test says it, unless the rows are protected.
 */

const [flag, ...right] = process.argv.slice(2)
if (flag === '--add') {
  const [name = '', verb = '', key = ''] = right
  console.log(`${name} ${verb} ${key}: added to ${addRight(name, verb, key)}`)
} else findUnused()

function findUnused() {
  const folder = process.env[USED_FOLDER]
  if (!folder) throw new Error(`${USED_FOLDER} names no folder: run the tests with it first`)

  const notes = new Set(readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')))
  const arns = localArns('partnerview')
  const granted = grantsOf(
    Object.fromEntries(Object.keys(functionSpecs).map((name) => [name, statementsOf(name, arns)])),
  )
  const unused = findUnusedGrants(notes, granted)
  const isExplained = (grant: Grant) => findReasonToKeep(grant) !== null

  const describeGrant = (grant: Grant) => `  ${grant.function}: ${grant.statement} ${grant.part}`
  for (const [why, grants] of Map.groupBy(unused.filter(isExplained), findReasonToKeep)) {
    console.log(`\n${grants.length} kept: ${why}\n${grants.map(describeGrant).join('\n')}`)
  }
  const idle = unused.filter((grant) => !isExplained(grant))
  if (idle.length > 0) {
    console.log(
      `\n${idle.length} without a reason in their domain.ts or in infra/unused-rights.ts:\n${idle.map(describeGrant).join('\n')}`,
    )
  }
  console.log(`\n${granted.length} rights, ${unused.length} not used, ${idle.length} of them without a reason`)
  process.exitCode = idle.length > 0 ? 1 : 0
}
