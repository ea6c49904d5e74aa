import { spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, test } from 'vitest'
import { manifest } from '../../infra/manifest.ts'
import type { Cloud } from './cloud.ts'
import { type DeployOptions, deploy, destroy, rollBack } from './deploy.ts'
import { parseAdmin } from './options.ts'
import { environment, openAccount, REGION } from './recorded-account.ts'

const MAIN = `${REGION} Partnerview-prod`
let account: ReturnType<typeof openAccount>
beforeEach(() => {
  account = openAccount()
})

/** Deploys with the account's answers, in place of which come those of `answers`. */
const run = (options: Partial<DeployOptions> = {}, answers: Partial<Cloud> = {}) =>
  deploy(
    { ...account, cloud: { ...account.cloud, ...answers } },
    { name: 'prod', environment, isDry: false, isAgreed: false, admin: null, ...options },
  )
const said = () => account.said.join('\n')

describe('a first deployment', () => {
  test('plans, asks, makes the stacks unprotected and then protects them, uploads the site, invites the admin', async () => {
    expect(await run({ admin: parseAdmin('Eva de Vries <Eva@zonnedak.nl>') })).toBe(true)
    expect(account.asked).toEqual([
      ...['synth prod unprotected', 'Deploy this to prod?', 'synth prod', 'admin eva@zonnedak.nl'],
    ])
    expect(account.changes).toEqual([
      ...['change set of Partnerview-prod-edge', 'delete Partnerview-prod-edge'],
      ...['deploy Partnerview-prod-edge', 'deploy Partnerview-prod', 'deploy Partnerview-prod-site-log'],
      ...['deploy Partnerview-prod-edge', 'deploy Partnerview-prod', 'deploy Partnerview-prod-site-log'],
      ...['upload assets/app-1.js', 'upload favicon.svg', 'upload index.html', 'invalidate E1'],
    ])
    expect(account.files.get('index.html')).toMatchObject({ cacheControl: 'no-cache', tags: { commit: 'abc123' } })
    expect(account.files.get('assets/app-1.js')?.cacheControl).toBe('public,max-age=31536000,immutable')
    for (const line of [
      'Plan for prod: commit abc123 in place of nothing',
      'https://app.zonnedak.nl/uitnodiging/1',
      '  app.zonnedak.nl CNAME d1.cloudfront.net',
      '  bounce.zonnedak.nl TXT "v=spf1 include:amazonses.com ~all"',
      'prod runs commit abc123',
    ])
      expect(said()).toContain(line)
    expect(said()).toMatch(/Fixed costs: \$\d+\.\d\d a month/)
  })

  test('an environment that is not protected needs one deployment', async () => {
    expect(await run({ environment: { ...environment, isProtected: false } })).toBe(true)
    expect(account.changes.filter((change) => change === 'deploy Partnerview-prod')).toHaveLength(1)
  })

  test('after a failed attempt, what is left of it goes first', async () => {
    account.stacks.set(MAIN, { status: 'ROLLBACK_COMPLETE', isProtected: false, outputs: {} })
    expect(await run()).toBe(true)
    expect(account.changes.slice(2, 4)).toEqual(['delete Partnerview-prod', 'deploy Partnerview-prod-edge'])
    expect(account.asked[0]).toBe('synth prod unprotected')
  })

  test.each([
    ['edge', 'us-east-1 Partnerview-prod-edge', []],
    ['main', MAIN, ['us-east-1 Partnerview-prod-edge']],
  ])('after an attempt in which the %s stack failed, it is made again', async (_name, failed, done) => {
    account.stacks.set(failed, { status: 'ROLLBACK_COMPLETE', isProtected: false, outputs: {} })
    for (const key of done) account.stacks.set(key, { status: 'CREATE_COMPLETE', isProtected: false, outputs: {} })
    expect(await run()).toBe(true)
    expect(account.changes.slice(0, 4)).toEqual([
      `delete ${failed.split(' ')[1]}`,
      ...['deploy Partnerview-prod-edge', 'deploy Partnerview-prod', 'deploy Partnerview-prod-site-log'],
    ])
  })

  test('a template that CloudFormation refuses ends it before anything is made', async () => {
    const cdk: Cloud['cdk'] = async (_command, ...options) => (options.includes('prepare-change-set') ? 1 : 0)
    expect(await run({}, { cdk })).toBe(false)
    expect(account.changes).toEqual(['delete Partnerview-prod-edge'])
    expect(account.asked).toEqual(['synth prod unprotected'])
    expect(said()).toContain('CloudFormation does not accept Partnerview-prod-edge, see above')
  })

  test('a stack that fails ends it, with what to do', async () => {
    const cdk: Cloud['cdk'] = async (command, ...options) =>
      command === 'deploy' && !options.includes('prepare-change-set') ? 1 : 0
    expect(await run({}, { cdk })).toBe(false)
    expect(account.changes).toEqual(['delete Partnerview-prod-edge'])
    expect(said()).toContain('Partnerview-prod-edge was not deployed, see above')
  })
})

describe('a later deployment', () => {
  beforeEach(async () => {
    await run()
    account.changes.length = 0
    account.said.length = 0
    account.asked.length = 0
  })

  test('changes nothing when nothing changed, and lets alarms roll the stack back', async () => {
    expect(await run({ isAgreed: true })).toBe(true)
    expect(account.changes).toEqual([
      ...['deploy Partnerview-prod-edge', 'deploy Partnerview-prod under 4 alarms', 'deploy Partnerview-prod-site-log'],
    ])
    expect(account.asked).toEqual(['synth prod'])
    expect(said()).toContain('commit abc123 in place of abc123')
    expect(said()).toContain('The site has not changed')
  })

  test('uploads what changed, the page last, and records the commit', async () => {
    account.site.set('assets/app-2.js', 'better()')
    account.machine.commit = async () => ({ commit: 'def456', isChanged: false })
    expect(await run()).toBe(true)
    expect(account.changes.slice(3)).toEqual(['upload assets/app-2.js', 'upload index.html', 'invalidate E1'])
    expect(account.files.get('index.html')?.tags).toEqual({ commit: 'def456' })
  })

  test('never begins with an empty table: one of another generation comes from a restore', async () => {
    expect(await run({ environment: { ...environment, tableGeneration: 2 } })).toBe(false)
    expect(said()).toContain('has the table Partnerview-prod-1.1, not Partnerview-prod-1.2: run npm run restore')
    expect(account.changes).toEqual([])
  })

  test('changes one index of the table at most', async () => {
    const [first, second, ...others] = manifest.table.indexes
    const has = (indexes: readonly string[]) => ({
      table: async () => ({ status: 'ACTIVE', restoredTo: null, indexes }),
    })
    expect(await run({}, has([String(second), ...others]))).toBe(true)
    expect(said()).toContain(`new: ${first} index of the table changes`)
    account.changes.length = 0
    expect(await run({}, has([...others]))).toBe(false)
    expect(await run({}, has(['old', String(second), ...others]))).toBe(false)
    expect(said()).toContain(`new: ${first}, gone: old: a deployment changes one index`)
    expect(account.changes).toEqual([])
  })

  test('a dry run and a no change nothing', async () => {
    expect(await run({ isDry: true })).toBe(true)
    account.machine.agrees = async () => false
    expect(await run()).toBe(false)
    expect(account.changes).toEqual([])
  })
})

test.each<[string, Partial<Cloud>, string]>([
  ['no credentials', { identity: async () => null }, 'log in, for instance by aws sso login'],
  [
    'quota 10',
    { concurrency: async () => 10 },
    '10 Lambda executions at once, 150 needed. Ask for more at Service Quotas',
  ],
  [
    'an expired certificate',
    { certificate: async () => ({ status: 'EXPIRED', domains: ['app.zonnedak.nl'], until: null }) },
    'The certificate is EXPIRED',
  ],
  [
    'a certificate that ended',
    { certificate: async () => ({ status: 'ISSUED', domains: ['app.zonnedak.nl'], until: new Date('2020-01-01') }) },
    'days ago: request a new one',
  ],
  [
    'a certificate of another domain',
    { certificate: async () => ({ status: 'ISSUED', domains: ['*.app.zonnedak.nl'], until: null }) },
    'The certificate is for *.app.zonnedak.nl, not for app.zonnedak.nl',
  ],
  ['no certificate', { certificate: async () => null }, 'There is no certificate'],
  [
    'a taken name',
    { exists: async (_region, _type, name) => name === 'prod-1-uploads-111122223333' },
    'AWS::S3::Bucket prod-1-uploads-111122223333 exists already: raise generation',
  ],
  ['paused mail', { mail: async () => ({ isInSandbox: false, maySend: false }) }, 'SES has paused the mail'],
  ['a firewall that is too large', { firewallCapacity: async () => 1501 }, 'The firewall takes 1501 units'],
  [
    'a wrong policy',
    { policyFindings: async () => [{ isError: true, text: 'INVALID_ACTION: no' }] },
    'Policy Rights: INVALID_ACTION: no',
  ],
  [
    'a region that is not bootstrapped',
    { stack: async () => null },
    'us-east-1 is not bootstrapped: run npx cdk bootstrap aws://111122223333/us-east-1',
  ],
])('%s stops a deployment before anything is made, with the remedy', async (_name, answers, remedy) => {
  expect(await run({}, answers)).toBe(false)
  expect(said()).toContain(remedy)
  expect(account.changes).toEqual([])
  expect(account.asked.filter((question) => question.startsWith('Deploy'))).toEqual([])
})

test.each([
  ['UPDATE_IN_PROGRESS', 'wait until it is done'],
  ['UPDATE_ROLLBACK_FAILED', "choose 'Continue update rollback'"],
])('a stack in %s stops a deployment', async (status, remedy) => {
  account.stacks.set(MAIN, { status, isProtected: true, outputs: {} })
  expect(await run()).toBe(false)
  expect(said()).toContain(remedy)
})

test('example settings, a certificate of another account and uncommitted files stop a deployment', async () => {
  account.machine.commit = async () => ({ commit: 'abc123', isChanged: true })
  const certificateArn = environment.certificateArn.replace('111122223333', '123456789012')
  const wrong = { ...environment, domainName: 'app.partnerview.example', certificateArn }
  expect(await run({ environment: wrong })).toBe(false)
  expect(said()).toContain('app.partnerview.example is an example')
  expect(said()).toContain('certificateArn is of account 123456789012')
  expect(said()).toContain('Files differ from commit abc123')
})

test('the sandbox of SES and few executions without reservations are said, and stop nothing', async () => {
  const answers = { mail: async () => ({ isInSandbox: true, maySend: true }), concurrency: async () => 150 }
  expect(await run({}, answers)).toBe(true)
  expect(said()).toContain('! SES is in its sandbox: mails to others wait')
})

describe('the smoke test', () => {
  test.each<[string, Partial<Cloud>, string]>([
    ['a page without headers', { request: async () => new Response('<script>') }, '✗ the page has no'],
    ['an API that answers past CloudFront', { request: async () => new Response('<script>') }, 'past CloudFront gets'],
    ['an alarm that is not published', { hasActed: async () => false }, '-client-errors is not published'],
    ['a bounce that nobody hears of', { calls: async () => 0 }, 'a bounce does not reach mail-events'],
  ])('finds %s', async (_name, answers, text) => {
    expect(await run({}, answers)).toBe(false)
    expect(said()).toContain(text)
  })

  test('says what waits for somebody: an address not confirmed in one region, the DNS', async () => {
    const sendMail = () => Promise.reject(new Error('Email address is not verified'))
    const unconfirmed: Cloud['unconfirmed'] = async (_region, topic) =>
      topic === 'edge-topic' ? ['ops@zonnedak.nl'] : []
    expect(await run({}, { unconfirmed, sendMail })).toBe(true)
    expect(said()).toContain('! ops@zonnedak.nl (us-east-1) has to confirm the mail of SNS')
    expect(said()).toContain('! SES does not send yet, add the DNS records')
  })
})

describe('removing', () => {
  const remove = (isProtected: boolean) =>
    destroy(account, { name: 'prod', environment: { ...environment, isProtected }, isAgreed: false })

  test('is refused for a protected environment', async () => {
    expect(await remove(true)).toBe(false)
    expect(account.changes).toEqual([])
  })

  test('asks, removes the stacks in reverse order and says what stays', async () => {
    await run()
    account.changes.length = 0
    expect(await remove(false)).toBe(true)
    expect(account.changes).toEqual([
      ...['delete Partnerview-prod-site-log', 'delete Partnerview-prod', 'delete Partnerview-prod-edge'],
    ])
    expect(account.asked.at(-1)).toBe('Remove prod?')
    expect(said()).toContain('stays: AWS::DynamoDB::GlobalTable table-1')
    expect(said()).not.toContain('stays: AWS::Lambda::Function')
  })
})

test('an earlier commit is deployed by its own command, after a question', async () => {
  expect(await rollBack(account, 'abc', { name: 'prod', isAgreed: false })).toBe(true)
  expect(account.asked).toEqual([
    ...['Deploy commit abc to prod? Data stay as they are.', 'deploy abc --env prod --yes'],
  ])
})

test.each([['destroy'], ['--rollback', 'abc']])('a dry run of %s is refused', (...asked) => {
  const args = ['scripts/deploy.ts', ...asked, '--env', 'dev', '--yes', '--dry-run']
  const { status, stderr } = spawnSync(process.execPath, args, { env: { PATH: 'no-programs' }, encoding: 'utf8' })
  expect(stderr).toContain('--dry-run shows the plan of a deployment: leave it out')
  expect(status).toBe(1)
})

test('the first admin is named as in a mail', () => {
  expect(parseAdmin('Eva van der Berg <Eva@Zonnedak.nl>')).toEqual({
    ...{ firstName: 'Eva', lastName: 'van der Berg', email: 'eva@zonnedak.nl' },
  })
  expect(() => parseAdmin('eva@zonnedak.nl')).toThrow("--admin takes 'Eva Jansen <eva@example.nl>'")
})
