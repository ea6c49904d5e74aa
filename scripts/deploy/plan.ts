import type { SynthesizedStack } from '../../infra/assembly.ts'
import { checkRelease, type Finding } from './checks.ts'
import type { Stack } from './cloud.ts'
import { listFixedCosts, sumCosts } from './costs.ts'
import { isUnfinished, mainStackOf, type Place, type Release, readStacks } from './release.ts'
import { COMMIT_TAG, PAGE } from './site.ts'

/** A deployment before it begins. */
export interface Plan {
  readonly release: Release
  readonly present: ReadonlyMap<string, Stack | null>
  /** Set when the product never ran in this environment. */
  readonly isFirst: boolean
  /** Set when something forbids the deployment. */
  readonly isStopped: boolean
}

const marks: Record<Finding['level'], string> = { ok: '✓', warn: '!', stop: '✗' }

/**
 * Makes the templates, checks all that would make the deployment fail, and prints findings, changes and costs. Null
 * without credentials. Changes nothing.
 */
export async function planDeployment(
  { cloud, machine }: Place,
  start: Omit<Release, 'stacks' | 'commit' | 'isChanged'>,
) {
  const { say } = machine
  const identity = await cloud.identity()
  if (!identity) {
    say('✗ No valid credentials of AWS in the environment: log in, for instance by aws sso login')
    return null
  }
  const { name, environment } = start
  const main = await cloud.stack(environment.region, mainStackOf(name))
  const isFirst = main === null || isUnfinished(main)
  const stacks = await machine.synth(name, { isFirst })
  const release: Release = { ...start, ...(await machine.commit()), stacks }
  const present = await readStacks(cloud, stacks)
  const deployed = main?.outputs['SiteBucket']
    ? await cloud.tagOf(environment.region, main.outputs['SiteBucket'], PAGE, COMMIT_TAG)
    : null
  say(`Plan for ${name}: commit ${release.commit} in place of ${deployed ?? 'nothing'}`)
  say(`  account ${identity.account}, as ${identity.arn}`)
  const findings = await checkRelease({ cloud, release, account: identity.account, present, now: new Date() })
  for (const { level, text } of findings) say(`${marks[level]} ${text}`)
  const isForbidden = findings.some(({ level }) => level === 'stop')
  const isStopped = isForbidden || !(await isAccepted({ cloud, machine }, stacks, present))
  if (!isStopped) await cloud.cdk('diff', ...stacks.map((stack) => stack.name), '--app', 'cdk.out')
  const costs = listFixedCosts(stacks)
  say(`Fixed costs: $${sumCosts(costs).toFixed(2)} a month; what people use comes on top`)
  for (const { what, dollars } of costs) say(`  $${dollars.toFixed(2)} ${what}`)
  if (isStopped) say('Nothing was changed. Mend what is marked with ✗ first.')
  const plan: Plan = { release, present, isFirst, isStopped }
  return plan
}

/**
 * Lets CloudFormation check the first stack that is new, by a change set that nobody executes; returns false when it is
 * refused. The stacks after it, or after one that is unfinished, need outputs: each is checked just before it is made.
 */
async function isAccepted(
  { cloud, machine }: Place,
  stacks: readonly SynthesizedStack[],
  present: Plan['present'],
): Promise<boolean> {
  const foundOf = ({ name }: SynthesizedStack) => present.get(name) ?? null
  const first = stacks.find((stack) => foundOf(stack) === null || isUnfinished(foundOf(stack)))
  if (!first || foundOf(first)) return true
  const how = ['--exclusively', '--require-approval', 'never', '--method', 'prepare-change-set']
  const code = await cloud.cdk('deploy', first.name, '--app', 'cdk.out', ...how, '--change-set-name', 'plan')
  // A change set of a new stack leaves an empty stack behind.
  await cloud.deleteStack(first.region, first.name)
  if (code !== 0) machine.say(`✗ CloudFormation does not accept ${first.name}, see above`)
  return code === 0
}
