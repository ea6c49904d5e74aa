import { resolve } from 'node:path'
import { type Environment, tableNameOf } from '../../infra/environments.ts'
import { limits } from '../../infra/limits.ts'
import { manifest } from '../../infra/manifest.ts'
import type { Instant } from '../../shared/time.ts'
import { mainStackOf, type Place, settingsOf } from './release.ts'

interface Asked {
  readonly name: string
  readonly environment: Environment
  /** Set to go on without a question. */
  readonly isAgreed: boolean
}

/** Seconds between two looks at a table that is being restored; an hour is usual. */
const LOOK_SECONDS = 30

/**
 * Restores the table of an environment to a moment, beside the present one, and lets the stack take it over: its
 * stream and TTL on, sessions and keys of the past ended, accounts as in the table. Until then people work with the
 * present table, which stays. A repeated command goes on where the last one stopped. Returns false when something
 * forbids it, or goes wrong.
 */
export async function restoreToMoment(place: Place, { at, ...asked }: Asked & { readonly at: Instant }) {
  const { cloud, machine } = place
  const { name, environment, isAgreed } = asked
  const { region, tableGeneration } = environment
  const stackName = mainStackOf(name)
  const outputs = await readOutputs(place, asked)
  if (!outputs) return false
  const from = outputs['TableName'] ?? ''
  const to = tableNameOf(stackName, environment)
  if (from === to) {
    machine.say(
      `✗ ${from} is in use: raise tableGeneration to ${tableGeneration + 1} in infra/environments.ts, commit it`,
    )
    return false
  }
  const made = await cloud.table(region, to)
  if (made && made.restoredTo !== at) {
    machine.say(`✗ ${to} exists, of ${made.restoredTo ?? 'no restore'}: remove it, or say --at ${made.restoredTo}`)
    return false
  }
  if (!made) {
    const { earliest, latest } = await cloud.restorable(region, from)
    if (at < earliest || at > latest) {
      machine.say(`✗ ${from} can be restored to a moment from ${earliest} to ${latest}`)
      return false
    }
  }
  const loss = `What people do from then until the stack takes it over is not in it; ${from} stays.`
  if (!isAgreed && !(await machine.agrees(`Restore ${from} to ${at} as ${to}? ${loss}`))) return false
  if (!made) await cloud.restoreTable(region, { from, to, at })
  machine.say(`${to} is being restored, which may take an hour`)
  while ((await cloud.table(region, to))?.status !== 'ACTIVE') await cloud.pause(LOOK_SECONDS)
  await cloud.completeTable(region, to, { ttl: manifest.table.ttl, indexes: manifest.table.indexes, ...limits })
  const settings = { ...settingsOf(environment, outputs), TABLE_NAME: to }
  if ((await machine.runProgram('scripts/restore/restore-data.ts', ['--at', at], settings)) !== 0) return false
  await machine.synth(name, { isFirst: false })
  const takeOver = ['deploy', stackName, '--app', 'cdk.out', '--exclusively', '--require-approval', 'never']
  if ((await cloud.cdk(...takeOver, '--import-existing-resources')) !== 0) {
    machine.say(
      `✗ ${stackName} did not take over ${to}, see above. Run the same command again when its cause is mended.`,
    )
    return false
  }
  machine.say(`${stackName} works with ${to}`)
  return isRecounted(place, settings)
}

/** Fills an environment that was deployed without people from an export. Returns false when something goes wrong. */
export async function restoreExport(place: Place, { from, ...asked }: Asked & { readonly from: string }) {
  const { machine } = place
  const outputs = await readOutputs(place, asked)
  if (!outputs) return false
  if (!asked.isAgreed && !(await machine.agrees(`Fill ${asked.name} from ${from}?`))) return false
  const settings = settingsOf(asked.environment, outputs)
  const args = ['--from', resolve(from)]
  if ((await machine.runProgram('scripts/restore/restore-data.ts', args, settings)) !== 0) return false
  return isRecounted(place, settings)
}

interface Run extends Omit<Asked, 'isAgreed'> {
  readonly program: string
  readonly args: readonly string[]
}

/** Runs a program of ours on the data of an environment. Returns false when something goes wrong. */
export async function runOnEnvironment(place: Place, { program, args, ...asked }: Run): Promise<boolean> {
  const outputs = await readOutputs(place, asked)
  if (!outputs) return false
  return (await place.machine.runProgram(program, args, settingsOf(asked.environment, outputs))) === 0
}

async function readOutputs({ cloud, machine }: Place, { name, environment }: Omit<Asked, 'isAgreed'>) {
  if (!(await cloud.identity())) {
    machine.say('✗ No valid credentials of AWS in the environment')
    return null
  }
  const stack = await cloud.stack(environment.region, mainStackOf(name))
  if (stack) return stack.outputs
  machine.say(`✗ There is no ${mainStackOf(name)}: deploy it first`)
  return null
}

/** Counts all counters again, and repairs them, so that a restore ends with counters that are right. */
const isRecounted = async ({ machine }: Place, settings: Readonly<Record<string, string>>) =>
  (await machine.runProgram('scripts/recount/recount-table.ts', ['--repair'], settings)) === 0
