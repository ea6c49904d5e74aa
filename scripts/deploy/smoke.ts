import { makeSecurityHeaders } from '../../infra/headers.ts'
import { api } from '../../shared/api/index.ts'
import type { Cloud } from './cloud.ts'
import { mainStackOf, type Release } from './release.ts'

/** Result of one test of what is deployed; `wait` for what somebody has to do first. */
export interface SmokeResult {
  readonly result: 'ok' | 'wait' | 'failed'
  readonly text: string
}

/** Seconds between two looks, and how often the test looks. */
const EVERY = 20
const TIMES = 15

/** Alarm that the test sets by hand, by the end of its name. */
export const TESTED_ALARM = 'client-errors'

/** Address of SES that bounces each mail. */
const BOUNCING = 'bounce@simulator.amazonses.com'

/** Input of a test of what is deployed. */
interface Tested {
  readonly cloud: Cloud
  readonly release: Release
  /** Outputs of the main stack. */
  readonly outputs: Readonly<Record<string, string>>
  readonly now: () => Date
}

/**
 * Tries out what is deployed: the page with its headers, the API past CloudFront, a wrong login, an alarm, and a mail
 * that bounces. Reaches the site by CloudFront's own name, as the domain may not point to it yet.
 */
export async function smokeTest(tested: Tested): Promise<readonly SmokeResult[]> {
  const results: SmokeResult[] = []
  for (const test of [testPage, testDirectCall, testWrongLogin, testAlarm, testBounce]) {
    const failed = (error: Error): SmokeResult => ({ result: 'failed', text: `${test.name}: ${error.message}` })
    results.push(await test(tested).catch(failed))
  }
  return results
}

const ok = (text: string): SmokeResult => ({ result: 'ok', text })
const fail = (text: string): SmokeResult => ({ result: 'failed', text })

async function testPage({ cloud, release, outputs }: Tested): Promise<SmokeResult> {
  const reply = await cloud.request(`https://${outputs['DistributionDomain']}/`)
  const page = await reply.text()
  if (reply.status !== 200 || !page.includes('<script')) return fail(`the page answers ${reply.status}`)
  const uploadOrigin = `https://${outputs['UploadsBucket']}.s3.${release.environment.region}.amazonaws.com`
  const wrong = Object.entries(makeSecurityHeaders({ uploadOrigin })).flatMap(([header, value]) =>
    reply.headers.get(header) === value ? [] : [header],
  )
  return wrong.length > 0 ? fail(`the page has no ${wrong.join(', ')}`) : ok('the page and its headers')
}

async function testDirectCall({ cloud, outputs }: Tested): Promise<SmokeResult> {
  const { status } = await cloud.request(`${outputs['ApiUrl']}${api.auth.me.path}`)
  return status === 403 ? ok('the API refuses calls past CloudFront') : fail(`a call past CloudFront gets ${status}`)
}

async function testWrongLogin({ cloud, outputs }: Tested): Promise<SmokeResult> {
  const { path, method } = api.auth.login
  const { status } = await cloud.request(`https://${outputs['DistributionDomain']}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@partnerview.invalid', password: 'a wrong password' }),
  })
  return status === 401 ? ok('a wrong login is refused') : fail(`a wrong login gets ${status}`)
}

async function testAlarm({ cloud, release, now }: Tested): Promise<SmokeResult> {
  const { region, alarmEmail } = release.environment
  const alarm = `${mainStackOf(release.name)}-${TESTED_ALARM}`
  const since = now()
  await cloud.setAlarm(region, alarm, 'ALARM', 'Test of a deployment: nothing is wrong')
  const hasActed = await lookUntil(cloud, () => cloud.hasActed(region, alarm, since))
  await cloud.setAlarm(region, alarm, 'OK', 'Test of a deployment: it is over')
  if (!hasActed) return fail(`the alarm ${alarm} is not published`)
  if (alarmEmail === null) return { result: 'wait', text: 'an alarm is published, and nobody gets it (alarmEmail)' }
  const waiting = await listUnconfirmed(cloud, release)
  return waiting.length > 0
    ? { result: 'wait', text: `${waiting.join(' and ')} has to confirm the mail of SNS before alarms arrive` }
    : ok(`an alarm is published to ${alarmEmail}`)
}

/** Returns who has not confirmed the alarms of which region; each topic asks on its own. */
async function listUnconfirmed(cloud: Cloud, { stacks }: Release): Promise<readonly string[]> {
  const found = stacks.map(async ({ region, name }) => {
    const topic = (await cloud.stack(region, name))?.outputs['AlarmTopic']
    const addresses = topic === undefined ? [] : await cloud.unconfirmed(region, topic)
    return addresses.map((address) => `${address} (${region})`)
  })
  return (await Promise.all(found)).flat()
}

async function testBounce({ cloud, release, outputs, now }: Tested): Promise<SmokeResult> {
  const { region, mailSender } = release.environment
  const since = now()
  try {
    await cloud.sendMail(region, mailSender, BOUNCING)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { result: 'wait', text: `SES does not send yet, add the DNS records: ${reason}` }
  }
  const isTold = await lookUntil(
    cloud,
    async () => (await cloud.calls(region, outputs['MailEventsFunction'] ?? '', since)) > 0,
  )
  return isTold ? ok('a bounce reaches mail-events') : fail('a bounce does not reach mail-events within five minutes')
}

/** Looks for something until it is there; returns false when it stays away. */
async function lookUntil(cloud: Cloud, isThere: () => Promise<boolean>): Promise<boolean> {
  for (let time = 0; time < TIMES; time++) {
    if (await isThere()) return true
    await cloud.pause(EVERY)
  }
  return false
}
