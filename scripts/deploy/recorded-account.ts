import { createHash } from 'node:crypto'
import type { SynthesizedStack } from '../../infra/assembly.ts'
import type { Environment } from '../../infra/environments.ts'
import { makeSecurityHeaders } from '../../infra/headers.ts'
import { manifest } from '../../infra/manifest.ts'
import type { Template } from '../../infra/template.ts'
import type { Instant } from '../../shared/time.ts'
import type { Cloud, SiteFile, Stack, Table } from './cloud.ts'
import { isUnfinished, type Machine } from './release.ts'

/** An account of AWS in memory with recorded answers, and a machine, for the tests of a deployment. */

const ACCOUNT = '111122223333'
export const REGION = 'eu-central-1'

export const environment: Environment = {
  region: REGION,
  domainName: 'app.zonnedak.nl',
  certificateArn: `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/1`,
  mailSender: 'no-reply@zonnedak.nl',
  alarmEmail: 'ops@zonnedak.nl',
  monthlyBudget: 100,
  firewall: 'block',
  accountConcurrency: 1000,
  logsKept: 90,
  isGradual: true,
  isProtected: true,
  generation: 1,
  tableGeneration: 1,
  backupVaultArn: null,
}

const kept = { DeletionPolicy: 'RetainExceptOnCreate' }
const template = (resources: Readonly<Record<string, object>>): Template => ({
  Resources: resources as Template['Resources'],
})

const edge = template({
  Acl: {
    Type: 'AWS::WAFv2::WebACL',
    Properties: { Rules: [{ Name: 'one', Statement: { ByteMatchStatement: { SearchString: '/api/' } } }] },
  },
  Log: { Type: 'AWS::Logs::LogGroup', ...kept, Properties: { LogGroupName: 'aws-waf-logs-prod-1' } },
})
const main = template({
  Key: { Type: 'AWS::KMS::Key', ...kept, Properties: { KeyPolicy: { Statement: [] } } },
  Uploads: {
    Type: 'AWS::S3::Bucket',
    ...kept,
    Properties: { BucketName: { 'Fn::Join': ['', ['prod-1-uploads-', { Ref: 'AWS::AccountId' }]] } },
  },
  Table: { Type: 'AWS::DynamoDB::GlobalTable', ...kept, Properties: {} },
  Login: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 50 } },
  Rights: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: { 'Fn::GetAtt': ['Table', 'Arn'] } }],
      },
    },
  },
  Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: {} },
})

const stacksOf = (name: string): readonly SynthesizedStack[] => [
  { name: `Partnerview-${name}-edge`, region: 'us-east-1', template: edge },
  { name: `Partnerview-${name}`, region: REGION, template: main },
  { name: `Partnerview-${name}-site-log`, region: 'us-east-1', template: template({}) },
]

const outputs = {
  SiteBucket: 'site',
  DistributionId: 'E1',
  DistributionDomain: 'd1.cloudfront.net',
  SiteDns: 'app.zonnedak.nl CNAME d1.cloudfront.net',
  MailSpf4C69: 'bounce.zonnedak.nl TXT "v=spf1 include:amazonses.com ~all"',
  ApiUrl: 'https://api1.execute-api.eu-central-1.amazonaws.com',
  SiteUrl: 'https://app.zonnedak.nl',
  TableName: 'Partnerview-prod-1.1',
  UploadsBucket: 'uploads',
  MailEventsFunction: 'mail-events-1',
  AlarmTopic: 'topic',
}
const outputsOf = (name: string) => (name.endsWith('-edge') ? { AlarmTopic: 'edge-topic' } : outputs)

/** Returns a new account that is ready for a deployment, a machine, and what both were asked to change. */
export function openAccount() {
  const changes: string[] = []
  const said: string[] = []
  const asked: string[] = []
  const stacks = new Map<string, Stack>()
  const bootstrapped: Stack = { status: 'CREATE_COMPLETE', isProtected: true, outputs: { BootstrapVersion: '30' } }
  for (const region of ['us-east-1', REGION]) stacks.set(`${region} CDKToolkit`, bootstrapped)
  const files = new Map<string, SiteFile>()
  const tables = new Map<string, Table>()
  const site = new Map([
    ['index.html', '<script src="/assets/app-1.js">'],
    ['favicon.svg', '<svg/>'],
    ['assets/app-1.js', 'app()'],
    ['assets/app-1.js.map', '{}'],
  ])
  const keyOf = (region: string, name: string) => `${region} ${name}`
  const regionOf = (name: string) => stacksOf('prod').find((stack) => stack.name === name)?.region ?? REGION
  const headers = makeSecurityHeaders({ uploadOrigin: `https://uploads.s3.${REGION}.amazonaws.com` })

  const cloud: Cloud = {
    identity: async () => ({ account: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:user/eva` }),
    stack: async (region, name) => stacks.get(keyOf(region, name)) ?? null,
    deleteStack: async (region, name) => {
      changes.push(`delete ${name}`)
      stacks.delete(keyOf(region, name))
    },
    resources: async () => [
      { id: 'Uploads', type: 'AWS::S3::Bucket', physicalId: `prod-1-uploads-${ACCOUNT}` },
      { id: 'Table', type: 'AWS::DynamoDB::GlobalTable', physicalId: 'table-1' },
      { id: 'Login', type: 'AWS::Lambda::Function', physicalId: 'login-1' },
      { id: 'Log', type: 'AWS::Logs::LogGroup', physicalId: 'aws-waf-logs-prod-1' },
    ],
    cdk: async (command, name = '', ...options) => {
      if (command !== 'deploy') return 0
      if (options.includes('prepare-change-set')) {
        changes.push(`change set of ${name}`)
        // A stack needs the outputs of those before it, which an unfinished one does not have.
        const names = stacksOf('prod').map((stack) => stack.name)
        const before = names.slice(0, names.indexOf(name))
        return before.some((one) => isUnfinished(stacks.get(keyOf(regionOf(one), one)) ?? null)) ? 1 : 0
      }
      const alarms = options.filter((option) => option.includes(':alarm:')).length
      const takes = options.includes('--import-existing-resources') ? ' and take over' : ''
      changes.push(`deploy ${name}${alarms > 0 ? ` under ${alarms} alarms` : ''}${takes}`)
      stacks.set(keyOf(regionOf(name), name), {
        status: 'CREATE_COMPLETE',
        isProtected: false,
        outputs: outputsOf(name),
      })
      return 0
    },
    certificate: async () => ({ status: 'ISSUED', domains: ['*.zonnedak.nl'], until: new Date('2099-01-01') }),
    concurrency: async () => 1000,
    mail: async () => ({ isInSandbox: false, maySend: true }),
    exists: async () => false,
    policyFindings: async () => [],
    firewallCapacity: async () => 900,
    files: async () =>
      new Map([...files].map(([name, { content }]) => [name, createHash('md5').update(content).digest('hex')])),
    upload: async (_region, _bucket, file) => {
      changes.push(`upload ${file.name}`)
      files.set(file.name, file)
    },
    tagOf: async (_region, _bucket, name, tag) => files.get(name)?.tags?.[tag] ?? null,
    invalidate: async (distribution) => {
      changes.push(`invalidate ${distribution}`)
    },
    setAlarm: async () => undefined,
    hasActed: async () => true,
    unconfirmed: async () => [],
    sendMail: async () => undefined,
    calls: async () => 1,
    moveBack: async () => 0,
    receive: async () => [],
    remove: async () => undefined,
    invoke: async () => true,
    streamRecords: async () => [],
    table: async (_region, name) => tables.get(name) ?? null,
    restorable: async () => ({
      earliest: '2026-10-25T00:00:00.000Z' as Instant,
      latest: '2026-11-29T08:55:00.000Z' as Instant,
    }),
    restoreTable: async (_region, { from, to, at }) => {
      changes.push(`restore ${from} of ${at} as ${to}`)
      tables.set(to, { status: 'ACTIVE', restoredTo: at, indexes: [...manifest.table.indexes] })
    },
    completeTable: async (_region, name) => {
      changes.push(`complete ${name}`)
    },
    request: async (url, { method = 'GET' } = {}) => {
      if (url.startsWith(outputs.ApiUrl)) return new Response('', { status: 403 })
      if (method === 'POST') return new Response('', { status: 401 })
      return new Response('<html><script src="/assets/app-1.js"></script>', { headers })
    },
    pause: async () => undefined,
  }

  const machine: Machine = {
    commit: async () => ({ commit: 'abc123', isChanged: false }),
    synth: async (name, { isFirst }) => {
      asked.push(`synth ${name}${isFirst ? ' unprotected' : ''}`)
      return stacksOf(name)
    },
    buildSite: async () => [...site.keys()],
    readSite: async (file) => Buffer.from(site.get(file) ?? ''),
    createAdmin: async ({ email }) => {
      asked.push(`admin ${email}`)
      return 'https://app.zonnedak.nl/uitnodiging/1'
    },
    runProgram: async (program, args, { TABLE_NAME = '' }) => {
      asked.push(`run ${program} ${args.join(' ')} on ${TABLE_NAME}`)
      return 0
    },
    deployCommit: async (commit, args) => {
      asked.push(`deploy ${commit} ${args.join(' ')}`)
      return 0
    },
    agrees: async (question) => {
      asked.push(question)
      return true
    },
    say: (line) => said.push(line),
  }
  return { cloud, machine, stacks, tables, site, files, changes, said, asked }
}
