import { tableNameOf } from '../../infra/environments.ts'
import { limits } from '../../infra/limits.ts'
import { manifest } from '../../infra/manifest.ts'
import type { Cloud, Stack } from './cloud.ts'
import { isUnfinished, mainStackOf, type Release } from './release.ts'
import { countReservedExecutions, listFirewalls, listNames, listPolicies } from './templates.ts'

/** Result of a check before a deployment: `stop` forbids it, `warn` says what will not work yet. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'stop'
  readonly text: string
}

const ok = (text: string): Finding => ({ level: 'ok', text })
const warn = (text: string): Finding => ({ level: 'warn', text })
const stop = (text: string): Finding => ({ level: 'stop', text })

/** Version of the bootstrap stack that our templates need. */
const BOOTSTRAP = 6

/** Capacity units of a firewall above which AWS asks more money. */
const FIREWALL_UNITS = 1500

/** Days before the end of a certificate at which somebody has to look why ACM does not renew it. */
const RENEWAL_DAYS = 14

const GLOBAL = 'us-east-1'

/** Input of a check. */
interface Checked {
  readonly cloud: Cloud
  readonly release: Release
  readonly account: string
  /** Present stacks by name. */
  readonly present: ReadonlyMap<string, Stack | null>
  readonly now: Date
}

/** Checks, before anything is made, all that would make a deployment fail; each finding says what to do. */
export async function checkRelease(checked: Checked): Promise<readonly Finding[]> {
  const checks = [
    checkSettings,
    checkBootstrap,
    checkCertificate,
    checkExecutions,
    checkMail,
    checkStacks,
    checkTable,
    checkIndexes,
    checkNames,
    checkFirewall,
    checkPolicies,
  ]
  const found: Finding[] = []
  for (const check of checks) found.push(...(await check(checked)))
  return found
}

async function checkSettings({ release, account }: Checked): Promise<Finding[]> {
  const { name, environment, commit, isChanged } = release
  const { domainName, mailSender, certificateArn } = environment
  const certificateAccount = certificateArn.split(':')[4]
  return [
    ...[domainName, mailSender]
      .filter((value) => value.endsWith('.example'))
      .map((value) => stop(`${value} is an example: choose a domain of yours in infra/environments.ts`)),
    ...(certificateAccount === account
      ? []
      : [stop(`certificateArn is of account ${certificateAccount}, and the credentials are of ${account}`)]),
    ...(environment.alarmEmail === null ? [warn('Nobody gets alarms: set alarmEmail in infra/environments.ts')] : []),
    isChanged
      ? (environment.isProtected ? stop : warn)(`Files differ from commit ${commit}: commit them before ${name}`)
      : ok(`commit ${commit}`),
  ]
}

async function checkBootstrap({ cloud, release, account }: Checked): Promise<Finding[]> {
  const regions = [...new Set(release.stacks.map(({ region }) => region))]
  return Promise.all(
    regions.map(async (region) => {
      const version = Number((await cloud.stack(region, 'CDKToolkit'))?.outputs['BootstrapVersion'] ?? 0)
      return version >= BOOTSTRAP
        ? ok(`${region} is bootstrapped`)
        : stop(`${region} is not bootstrapped: run npx cdk bootstrap aws://${account}/${region}`)
    }),
  )
}

async function checkCertificate({ cloud, release, now }: Checked): Promise<Finding[]> {
  const { certificateArn, domainName } = release.environment
  const found = await cloud.certificate(certificateArn)
  if (!found) return [stop(`There is no certificate ${certificateArn}: request one in ACM, region ${GLOBAL}`)]
  const covers = found.domains.some((domain) => domain === domainName || domain === domainName.replace(/^[^.]+/, '*'))
  if (!covers) return [stop(`The certificate is for ${found.domains.join(', ')}, not for ${domainName}`)]
  if (found.status !== 'ISSUED') {
    return [stop(`The certificate is ${found.status}: add its DNS record, or request a new one in ACM, ${GLOBAL}`)]
  }
  const daysLeft = found.until ? Math.floor((found.until.getTime() - now.getTime()) / 86_400_000) : RENEWAL_DAYS
  if (daysLeft < 0) return [stop(`The certificate ended ${-daysLeft} days ago: request a new one in ACM, ${GLOBAL}`)]
  return [
    daysLeft < RENEWAL_DAYS
      ? warn(`The certificate ends in ${daysLeft} days: see in ACM why it was not renewed`)
      : ok(`certificate issued for ${domainName}`),
  ]
}

async function checkExecutions({ cloud, release }: Checked): Promise<Finding[]> {
  const { region } = release.environment
  const may = await cloud.concurrency(region)
  const reserved = countReservedExecutions(release.stacks)
  const needed = reserved + limits.unreservedExecutions
  const remedy = 'Ask for more at Service Quotas, Lambda, Concurrent executions'
  if (reserved > 0 && may < needed) {
    return [stop(`${may} Lambda executions at once, ${needed} needed. ${remedy}, or set accountConcurrency to 0`)]
  }
  if (may < limits.unreservedExecutions) {
    return [warn(`${may} Lambda executions at once: a few people can work. ${remedy}`)]
  }
  return [ok(`${may} Lambda executions at once`)]
}

async function checkMail({ cloud, release }: Checked): Promise<Finding[]> {
  const { region } = release.environment
  const { isInSandbox, maySend } = await cloud.mail(region)
  if (!maySend) return [stop(`SES has paused the mail of this account in ${region}: see its console for the reason`)]
  if (!isInSandbox) return [ok('SES sends to everybody')]
  return [warn(`SES is in its sandbox: mails to others wait. Ask in SES, ${region}, for production access`)]
}

async function checkStacks({ present }: Checked): Promise<Finding[]> {
  return [...present].map(([name, stack]) => {
    if (!stack) return ok(`${name} is new`)
    if (isUnfinished(stack)) return warn(`${name} was never finished (${stack.status}); its rest is removed first`)
    if (stack.status.endsWith('_IN_PROGRESS'))
      return stop(`${name} is changing (${stack.status}): wait until it is done`)
    if (stack.status.endsWith('_FAILED')) {
      return stop(`${name} is ${stack.status}: choose 'Continue update rollback' in CloudFormation`)
    }
    return ok(`${name} exists (${stack.status})`)
  })
}

/** Refuses a table of another generation, which would begin empty; a restore lets the stack take it over. */
async function checkTable({ release: { name, environment }, present }: Checked): Promise<Finding[]> {
  const stackName = mainStackOf(name)
  const has = present.get(stackName)?.outputs['TableName']
  const wanted = tableNameOf(stackName, environment)
  if (has === undefined || has === wanted) return []
  return [stop(`${stackName} has the table ${has}, not ${wanted}: run npm run restore -- --env ${name} --at <moment>`)]
}

/** Refuses more than one change of indexes: DynamoDB takes one at a time, and CloudFormation would fail half-way. */
async function checkIndexes({ cloud, release: { name, environment } }: Checked): Promise<Finding[]> {
  const table = tableNameOf(mainStackOf(name), environment)
  const { indexes: present } = (await cloud.table(environment.region, table)) ?? { indexes: null }
  if (!present) return []
  const wanted: readonly string[] = manifest.table.indexes
  const changed = [
    ...wanted.filter((index) => !present.includes(index)).map((index) => `new: ${index}`),
    ...present.filter((index) => !wanted.includes(index)).map((index) => `gone: ${index}`),
  ]
  if (changed.length <= 1) return [ok(`${changed[0] ?? 'no'} index of the table changes`)]
  return [stop(`${changed.join(', ')}: a deployment changes one index. Change infra/manifest.ts in steps, deploy each`)]
}

async function checkNames({ cloud, release, account, present }: Checked): Promise<Finding[]> {
  const taken: Finding[] = []
  for (const stack of release.stacks) {
    const own = present.get(stack.name) ? await cloud.resources(stack.region, stack.name) : []
    for (const { type, name } of listNames(stack, account)) {
      const isOwn = own.some(({ physicalId }) => physicalId === name)
      if (isOwn || !(await cloud.exists(stack.region, type, name))) continue
      taken.push(stop(`${type} ${name} exists already: raise generation in infra/environments.ts, or remove it`))
    }
  }
  return taken.length > 0 ? taken : [ok('no name is taken')]
}

async function checkFirewall({ cloud, release }: Checked): Promise<Finding[]> {
  const found: Finding[] = []
  for (const rules of listFirewalls(release.stacks)) {
    const units = await cloud.firewallCapacity(rules)
    found.push(
      units <= FIREWALL_UNITS
        ? ok(`the firewall takes ${units} of ${FIREWALL_UNITS} units`)
        : stop(`The firewall takes ${units} units, of ${FIREWALL_UNITS}: remove a rule`),
    )
  }
  return found
}

async function checkPolicies({ cloud, release, account }: Checked): Promise<Finding[]> {
  const policies = release.stacks.flatMap((stack) => listPolicies(stack, account))
  const found: Finding[] = []
  for (const { id, document, kind } of policies) {
    for (const { isError, text } of await cloud.policyFindings(document, kind)) {
      found.push((isError ? stop : warn)(`Policy ${id}: ${text}`))
    }
  }
  return found.length > 0 ? found : [ok(`${policies.length} policies are valid`)]
}
