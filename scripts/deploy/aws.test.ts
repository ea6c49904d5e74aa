import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aws } from './aws.ts'

/** Folder with a program `aws` that answers as the CLI does. */
let folder = ''
const path = process.env['PATH']
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partnerview-aws-'))
  process.env['PATH'] = folder
})
afterEach(() => {
  process.env['PATH'] = path
  rmSync(folder, { recursive: true, force: true })
})

/** Makes the CLI run this code, which finds the arguments of the call in `args` and its input in `input`. */
function answer(code: string): void {
  const file = join(folder, 'aws')
  const input = `JSON.parse(require('node:fs').readFileSync(args[args.indexOf('--cli-input-json') + 1].slice(7), 'utf8'))`
  const source = `const args = process.argv.slice(2); const input = ${input}`
  writeFileSync(file, `#!${process.execPath}\n${source}\n${code}\n`)
  chmodSync(file, 0o755)
}

it('asks the CLI for JSON in a region, and reads its answer', async () => {
  answer(`console.log(JSON.stringify({ Stacks: [{
    StackStatus: args.slice(0, 2).concat(args[args.indexOf('--region') + 1], input.StackName).join(' '),
    Outputs: [{ OutputKey: 'Url', OutputValue: 'https://p.example' }],
  }] }))`)
  expect(await aws.stack('eu-west-1', 'Partnerview-dev')).toEqual({
    status: 'cloudformation describe-stacks eu-west-1 Partnerview-dev',
    isProtected: false,
    outputs: { Url: 'https://p.example' },
  })
})

it('knows what is not there from what goes wrong', async () => {
  answer(`console.error('An error occurred (ValidationError): Stack with id x does not exist'); process.exit(254)`)
  expect(await aws.stack('eu-west-1', 'x')).toBeNull()
  answer(`console.error('An error occurred (ThrottlingException): Rate exceeded'); process.exit(254)`)
  await expect(aws.stack('eu-west-1', 'x')).rejects.toThrow('Rate exceeded')
  answer(
    `console.error('Unable to locate credentials. You can configure credentials by running "aws login".'); process.exit(253)`,
  )
  expect(await aws.identity()).toBeNull()
})

it('takes a name that it may not read for taken, but for a vault, which AWS denies when there is none', async () => {
  answer(`console.error('An error occurred (GeneralServiceException): AccessDenied'); process.exit(254)`)
  expect(await aws.exists('eu-west-1', 'AWS::S3::Bucket', 'x')).toBe(true)
  expect(await aws.exists('eu-west-1', 'AWS::Backup::BackupVault', 'x')).toBe(false)
})

it('says what is missing on a machine without the CLI', async () => {
  await expect(aws.concurrency('eu-west-1')).rejects.toThrow('Install the AWS CLI')
})

it('sends an event that is longer than an argument of a program can be', async () => {
  answer(`require('node:fs').writeFileSync(args[2], JSON.stringify({ batchItemFailures: [] }))
    console.log(JSON.stringify(input.Payload.length > 250_000 ? {} : { FunctionError: 'Cut' }))`)
  expect(await aws.invoke('eu-west-1', 'outbox', { text: 'x'.repeat(200_000) })).toBe(true)
})

it('reads what a called function replied from the file that the CLI writes', async () => {
  const reply = (body: string, told = '{}') =>
    answer(`require('node:fs').writeFileSync(args[2], ${JSON.stringify(body)}); console.log(${JSON.stringify(told)})`)
  reply('{"batchItemFailures":[]}')
  expect(await aws.invoke('eu-west-1', 'outbox', { Records: [] })).toBe(true)
  reply('{"batchItemFailures":[{"itemIdentifier":"1"}]}')
  expect(await aws.invoke('eu-west-1', 'outbox', { Records: [] })).toBe(false)
  reply('null', '{"FunctionError":"Unhandled"}')
  expect(await aws.invoke('eu-west-1', 'outbox', { Records: [] })).toBe(false)
})

it('gives a restored table its stream, TTL, recovery, protection and ceiling, and not twice', async () => {
  const asked = join(folder, 'asked')
  const run = async (isOn: boolean) => {
    writeFileSync(asked, '')
    const on = `{ Table: { StreamSpecification: {} }, TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED' } }`
    answer(`require('node:fs').appendFileSync(${JSON.stringify(asked)}, args[1] + ' ' + Object.keys(input).sort() + '\\n')
      console.log(JSON.stringify(args[1].startsWith('describe') && ${isOn} ? ${on} : {}))`)
    const settings = { ttl: 'expires', indexes: ['gsi1'], tableReads: 10, tableWrites: 5 }
    await aws.completeTable('eu-west-1', 'Partnerview-prod-1.2', settings)
    return readFileSync(asked, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('update'))
  }
  const always = [
    'update-table DeletionProtectionEnabled,TableName',
    'update-table GlobalSecondaryIndexUpdates,OnDemandThroughput,TableName',
    'update-continuous-backups PointInTimeRecoverySpecification,TableName',
  ]
  expect(await run(false)).toEqual([
    ...['update-table StreamSpecification,TableName', ...always.slice(0, 2)],
    ...['update-time-to-live TableName,TimeToLiveSpecification', ...always.slice(2)],
  ])
  expect(await run(true)).toEqual(always)
})

it('reads to which moment a table was restored', async () => {
  answer(`console.log(JSON.stringify({ Table: {
    TableStatus: 'CREATING', RestoreSummary: { RestoreDateTime: '2026-11-28T17:30:00+01:00' },
  } }))`)
  expect(await aws.table('eu-west-1', 'x')).toEqual({
    ...{ status: 'CREATING', restoredTo: '2026-11-28T16:30:00.000Z', indexes: [] },
  })
})
