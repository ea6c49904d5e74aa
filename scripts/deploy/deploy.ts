import type { SynthesizedStack } from '../../infra/assembly.ts'
import type { Environment } from '../../infra/environments.ts'
import { type Plan, planDeployment } from './plan.ts'
import { type Admin, isUnfinished, mainStackOf, type Place, type Release, readStacks, settingsOf } from './release.ts'
import { deploySite } from './site.ts'
import { smokeTest } from './smoke.ts'
import { listKept } from './templates.ts'

export interface DeployOptions {
  readonly name: string
  readonly environment: Environment
  /** Set to plan only. */
  readonly isDry: boolean
  /** Set to deploy without a question. */
  readonly isAgreed: boolean
  /** Person who becomes the first admin. */
  readonly admin: Admin | null
}

/** Alarms that roll a deployment back, by the end of their names; CloudFormation takes five alarms of metrics. */
export const ROLLBACK_ALARMS = ['api-5xx', 'api-slow', 'throttles', 'unexpected']

/** Minutes after a deployment in which these alarms still roll it back. */
const WATCHED_MINUTES = '5'

/** Deploys an environment after a plan and a question. Returns false when something forbids it, or goes wrong. */
export async function deploy(place: Place, options: DeployOptions): Promise<boolean> {
  const { cloud, machine } = place
  const { name, environment, isDry, isAgreed, admin } = options
  const plan = await planDeployment(place, { name, environment })
  if (!plan || plan.isStopped) return false
  if (isDry) return true
  if (!isAgreed && !(await machine.agrees(`Deploy this to ${name}?`))) return false
  const { release } = plan
  await removeUnfinished(place, plan)
  if (!(await deployStacks(place, plan, release.stacks))) return false
  // What is deployed for the first time is protected by a second deployment, so that a failed first one can go.
  if (plan.isFirst && environment.isProtected) {
    const isDone = await deployStacks(place, plan, await machine.synth(name, { isFirst: false }))
    if (!isDone) return false
  }
  const outputs = (await cloud.stack(environment.region, mainStackOf(name)))?.outputs ?? {}
  const uploaded = await deploySite(place, release.commit, {
    region: environment.region,
    bucket: outputs['SiteBucket'] ?? '',
    distribution: outputs['DistributionId'] ?? '',
  })
  machine.say(uploaded > 0 ? `${uploaded} files of the site were uploaded` : 'The site has not changed')
  if (admin) await inviteAdmin(place, admin, release, outputs)
  printRecords(place, outputs)
  return isSmokeFree(place, release, outputs)
}

async function removeUnfinished({ cloud, machine }: Place, { release, present }: Plan): Promise<void> {
  for (const { name, region } of release.stacks.toReversed()) {
    if (!isUnfinished(present.get(name) ?? null)) continue
    machine.say(`Removing what is left of ${name}`)
    await cloud.deleteStack(region, name)
  }
}

/** Deploys stacks one after another, each by a change set; alarms of the running product roll it back. */
async function deployStacks(
  { cloud, machine }: Place,
  { release, isFirst }: Plan,
  stacks: readonly SynthesizedStack[],
): Promise<boolean> {
  const { account } = (await cloud.identity()) ?? { account: '' }
  const main = mainStackOf(release.name)
  for (const { name, region } of stacks) {
    const alarms = ROLLBACK_ALARMS.map((alarm) => `arn:aws:cloudwatch:${region}:${account}:alarm:${main}-${alarm}`)
    const watch = ['--rollback-trigger-alarm-arns', ...alarms, '--monitoring-time-minutes', WATCHED_MINUTES]
    const isWatched = name === main && !isFirst
    const code = await cloud.cdk(
      ...['deploy', name, '--app', 'cdk.out', '--exclusively', '--require-approval', 'never'],
      ...(isWatched ? watch : []),
    )
    if (code !== 0) {
      machine.say(`✗ ${name} was not deployed, see above. Run the same command again when its cause is mended.`)
      return false
    }
  }
  return true
}

/** Makes the first admin and prints the link by which she chooses a password. */
async function inviteAdmin(
  { machine }: Place,
  admin: Admin,
  { environment }: Release,
  outputs: Readonly<Record<string, string>>,
): Promise<void> {
  const link = await machine.createAdmin(admin, settingsOf(environment, outputs))
  machine.say(
    link ? `${admin.email} chooses a password here, once, within 48 hours: ${link}` : `${admin.email} has an account`,
  )
}

/** Prints the records that the DNS needs: those of the site and of the mail. */
function printRecords({ machine }: Place, outputs: Readonly<Record<string, string>>): void {
  machine.say('Records for the DNS:')
  for (const value of Object.values(outputs)) if (/^\S+ (CNAME|MX|TXT) /.test(value)) machine.say(`  ${value}`)
}

async function isSmokeFree({ cloud, machine }: Place, release: Release, outputs: Readonly<Record<string, string>>) {
  const results = await smokeTest({ cloud, release, outputs, now: () => new Date() })
  const signs = { ok: '✓', wait: '!', failed: '✗' }
  for (const { result, text } of results) machine.say(`${signs[result]} ${text}`)
  const isFree = results.every(({ result }) => result !== 'failed')
  machine.say(isFree ? `${release.name} runs commit ${release.commit}` : 'The deployment stands, and a test failed')
  return isFree
}

/**
 * Removes the stacks of an environment that is not protected, after a question, and prints what stays: data, documents
 * and logs. Returns false when it may not or is not agreed to.
 */
export async function destroy(place: Place, options: Omit<DeployOptions, 'isDry' | 'admin'>): Promise<boolean> {
  const { cloud, machine } = place
  const { name, environment, isAgreed } = options
  if (environment.isProtected) {
    machine.say(`✗ ${name} is protected (isProtected in infra/environments.ts)`)
    return false
  }
  if (!(await cloud.identity())) {
    machine.say('✗ No valid credentials of AWS in the environment')
    return false
  }
  const stacks = await machine.synth(name, { isFirst: false })
  const present = await readStacks(cloud, stacks)
  const gone = stacks.filter((stack) => present.get(stack.name)).toReversed()
  const kept: string[] = []
  for (const stack of gone) {
    const ids = listKept(stack)
    const resources = await cloud.resources(stack.region, stack.name)
    kept.push(...resources.filter(({ id }) => ids.includes(id)).map(({ type, physicalId }) => `${type} ${physicalId}`))
  }
  machine.say(gone.length > 0 ? `${gone.map((stack) => stack.name).join(', ')} go` : 'There is nothing to remove')
  for (const one of kept) machine.say(`  stays: ${one}`)
  if (gone.length === 0) return true
  if (!isAgreed && !(await machine.agrees(`Remove ${name}?`))) return false
  for (const stack of gone) await cloud.deleteStack(stack.region, stack.name)
  machine.say(`${name} is removed. Raise its generation in infra/environments.ts before you deploy it again.`)
  return true
}

/** Deploys an earlier commit by its own command, after a question; data stay as they are. */
export async function rollBack(
  { machine }: Place,
  commit: string,
  { name, isAgreed }: Pick<DeployOptions, 'name' | 'isAgreed'>,
) {
  if (!isAgreed && !(await machine.agrees(`Deploy commit ${commit} to ${name}? Data stay as they are.`))) return false
  return (await machine.deployCommit(commit, ['--env', name, '--yes'])) === 0
}
