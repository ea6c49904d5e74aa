import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DynamoDBStreamsClient, GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams'
import { GetObjectTaggingCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { ask, orNull } from './aws-cli.ts'
import { tables } from './aws-tables.ts'
import type { Cloud } from './cloud.ts'

/** Region of CloudFront's certificates and firewalls. */
const GLOBAL = 'us-east-1'

const EVERY = 300

async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(page)
  return all
}

/** Returns the rules of a template as the CLI takes them: it has base64 where the template has text. */
const asCliRules = (rules: readonly object[]): object[] =>
  JSON.parse(JSON.stringify(rules), (key, value) =>
    key === 'SearchString' ? Buffer.from(value).toString('base64') : value,
  )

/** The account of AWS that the credentials in the environment open. */
export const aws: Cloud = {
  async identity() {
    const found = await orNull(
      ask<{ Account: string; Arn: string }>(GLOBAL, 'sts', 'get-caller-identity'),
      ...[
        'Unable to locate credentials',
        'ExpiredToken',
        'InvalidClientTokenId',
        'SignatureDoesNotMatch',
        'aws sso login',
      ],
    )
    return found && { account: found.Account, arn: found.Arn }
  },

  async stack(region, name) {
    interface Described {
      readonly StackStatus: string
      readonly EnableTerminationProtection?: boolean
      readonly Outputs?: readonly { readonly OutputKey: string; readonly OutputValue: string }[]
    }
    const call = ask<{ Stacks: Described[] }>(region, 'cloudformation', 'describe-stacks', { StackName: name })
    const found = (await orNull(call, 'does not exist'))?.Stacks[0]
    if (!found) return null
    return {
      status: found.StackStatus,
      isProtected: found.EnableTerminationProtection ?? false,
      outputs: Object.fromEntries((found.Outputs ?? []).map((one) => [one.OutputKey, one.OutputValue])),
    }
  },

  async deleteStack(region, name) {
    await ask(region, 'cloudformation', 'delete-stack', { StackName: name })
    await ask(region, 'cloudformation', 'wait', {}, 'stack-delete-complete', '--stack-name', name)
  },

  async resources(region, name) {
    interface Summary {
      readonly LogicalResourceId: string
      readonly ResourceType: string
      readonly PhysicalResourceId?: string
    }
    const found = await ask<{ StackResourceSummaries?: Summary[] }>(region, 'cloudformation', 'list-stack-resources', {
      StackName: name,
    })
    return (found.StackResourceSummaries ?? []).map((one) => ({
      id: one.LogicalResourceId,
      type: one.ResourceType,
      physicalId: one.PhysicalResourceId ?? '',
    }))
  },

  cdk: (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn('npx', ['cdk', ...args], { stdio: 'inherit' })
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 1))
    }),

  async certificate(arn) {
    interface Described {
      readonly Status: string
      readonly DomainName: string
      readonly SubjectAlternativeNames?: readonly string[]
      readonly NotAfter?: string
    }
    const call = ask<{ Certificate: Described }>(GLOBAL, 'acm', 'describe-certificate', { CertificateArn: arn })
    const found = (await orNull(call, 'ResourceNotFoundException', 'ValidationException'))?.Certificate
    if (!found) return null
    return {
      status: found.Status,
      domains: [found.DomainName, ...(found.SubjectAlternativeNames ?? [])],
      until: found.NotAfter === undefined ? null : new Date(found.NotAfter),
    }
  },

  async concurrency(region) {
    interface Settings {
      readonly AccountLimit?: { readonly ConcurrentExecutions?: number }
    }
    return (await ask<Settings>(region, 'lambda', 'get-account-settings')).AccountLimit?.ConcurrentExecutions ?? 0
  },

  async mail(region) {
    interface Account {
      readonly ProductionAccessEnabled?: boolean
      readonly SendingEnabled?: boolean
    }
    const found = await ask<Account>(region, 'sesv2', 'get-account')
    return { isInSandbox: !found.ProductionAccessEnabled, maySend: found.SendingEnabled ?? false }
  },

  async exists(region, type, identifier) {
    const call = ask(region, 'cloudcontrol', 'get-resource', { TypeName: type, Identifier: identifier })
    try {
      return (await orNull(call, 'ResourceNotFoundException')) !== null
    } catch (error) {
      // What may not be read is there, as a bucket of another account; but AWS Backup denies what does not exist.
      if (error instanceof Error && error.message.includes('AccessDenied')) return type !== 'AWS::Backup::BackupVault'
      throw error
    }
  },

  async policyFindings(policy, kind) {
    interface Finding {
      readonly findingType: string
      readonly issueCode: string
      readonly findingDetails: string
    }
    const asked = { policyDocument: JSON.stringify(policy), policyType: kind }
    const { findings = [] } = await ask<{ findings?: Finding[] }>(GLOBAL, 'accessanalyzer', 'validate-policy', asked)
    return findings
      .filter(({ findingType }) => findingType === 'ERROR' || findingType === 'SECURITY_WARNING')
      .map(({ findingType, issueCode, findingDetails }) => ({
        isError: findingType === 'ERROR',
        text: `${issueCode}: ${findingDetails}`,
      }))
  },

  async firewallCapacity(rules) {
    const asked = { Scope: 'CLOUDFRONT', Rules: asCliRules(rules) }
    return (await ask<{ Capacity?: number }>(GLOBAL, 'wafv2', 'check-capacity', asked)).Capacity ?? 0
  },

  async files(region, bucket) {
    const client = new S3Client({ region })
    const pages = await collect(paginateListObjectsV2({ client }, { Bucket: bucket }))
    return new Map(
      pages.flatMap(({ Contents = [] }) =>
        Contents.map(({ Key = '', ETag = '' }) => [Key, ETag.replaceAll('"', '')] as const),
      ),
    )
  },

  async upload(region, bucket, { name, content, contentType, cacheControl, tags = {} }) {
    await new S3Client({ region }).send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: name,
        Body: content,
        ContentType: contentType,
        CacheControl: cacheControl,
        ...(Object.keys(tags).length > 0 && { Tagging: new URLSearchParams(tags).toString() }),
      }),
    )
  },

  async tagOf(region, bucket, name, tag) {
    const call = new S3Client({ region }).send(new GetObjectTaggingCommand({ Bucket: bucket, Key: name }))
    const { TagSet = [] } = (await orNull(call, 'NoSuchKey', 'NoSuchBucket')) ?? {}
    return TagSet.find(({ Key }) => Key === tag)?.Value ?? null
  },

  async invalidate(distribution) {
    const batch = { CallerReference: new Date().toISOString(), Paths: { Quantity: 1, Items: ['/*'] } }
    await ask(GLOBAL, 'cloudfront', 'create-invalidation', { DistributionId: distribution, InvalidationBatch: batch })
  },

  async setAlarm(region, name, state, reason) {
    const asked = { AlarmName: name, StateValue: state, StateReason: reason }
    await ask(region, 'cloudwatch', 'set-alarm-state', asked)
  },

  async hasActed(region, alarm, since) {
    const asked = { AlarmName: alarm, HistoryItemType: 'Action', StartDate: since.toISOString() }
    const { AlarmHistoryItems = [] } = await ask<{ AlarmHistoryItems?: { readonly HistorySummary?: string }[] }>(
      ...[region, 'cloudwatch', 'describe-alarm-history'],
      asked,
    )
    return AlarmHistoryItems.some(({ HistorySummary = '' }) =>
      HistorySummary.startsWith('Successfully executed action'),
    )
  },

  async unconfirmed(region, topic) {
    interface Subscription {
      readonly SubscriptionArn?: string
      readonly Endpoint?: string
    }
    const { Subscriptions = [] } = await ask<{ Subscriptions?: Subscription[] }>(
      ...[region, 'sns', 'list-subscriptions-by-topic'],
      { TopicArn: topic },
    )
    return Subscriptions.flatMap(({ SubscriptionArn, Endpoint = '' }) =>
      SubscriptionArn === 'PendingConfirmation' ? [Endpoint] : [],
    )
  },

  async sendMail(region, from, to) {
    const text = (Data: string) => ({ Data })
    await ask(region, 'sesv2', 'send-email', {
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: text('Partnerview'), Body: { Text: text('Test of a deployment') } } },
    })
  },

  async calls(region, functionName, since) {
    const { Datapoints = [] } = await ask<{ Datapoints?: { readonly Sum?: number }[] }>(
      ...[region, 'cloudwatch', 'get-metric-statistics'],
      {
        Namespace: 'AWS/Lambda',
        MetricName: 'Invocations',
        Dimensions: [{ Name: 'FunctionName', Value: functionName }],
        StartTime: since.toISOString(),
        EndTime: new Date().toISOString(),
        Period: EVERY,
        Statistics: ['Sum'],
      },
    )
    return Datapoints.reduce((sum, { Sum = 0 }) => sum + Sum, 0)
  },

  async moveBack(region, queueUrl) {
    interface Queue {
      readonly Attributes?: { readonly QueueArn: string; readonly ApproximateNumberOfMessages: string }
    }
    const AttributeNames = ['QueueArn', 'ApproximateNumberOfMessages']
    const { Attributes } = await ask<Queue>(region, 'sqs', 'get-queue-attributes', {
      QueueUrl: queueUrl,
      AttributeNames,
    })
    const waiting = Number(Attributes?.ApproximateNumberOfMessages ?? 0)
    if (waiting > 0) await ask(region, 'sqs', 'start-message-move-task', { SourceArn: Attributes?.QueueArn })
    return waiting
  },

  async receive(region, queueUrl) {
    interface Received {
      readonly Messages?: readonly { readonly Body?: string; readonly ReceiptHandle?: string }[]
    }
    const asked = { QueueUrl: queueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 900 }
    const { Messages = [] } = await ask<Received>(region, 'sqs', 'receive-message', asked)
    return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, receipt: ReceiptHandle }))
  },

  async remove(region, queueUrl, { receipt }) {
    await ask(region, 'sqs', 'delete-message', { QueueUrl: queueUrl, ReceiptHandle: receipt })
  },

  async invoke(region, functionName, event) {
    const folder = await mkdtemp(join(tmpdir(), 'partnerview-invoke-'))
    try {
      const file = join(folder, 'reply.json')
      const asked = { FunctionName: functionName, Payload: Buffer.from(JSON.stringify(event)).toString('base64') }
      // The CLI writes the function's reply to a file, and tells beside it whether the function failed.
      const { FunctionError } = await ask<{ FunctionError?: string }>(region, 'lambda', 'invoke', asked, file)
      const reply = JSON.parse((await readFile(file, 'utf8')) || 'null') as { batchItemFailures?: unknown[] } | null
      return FunctionError === undefined && (reply?.batchItemFailures ?? []).length === 0
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },

  ...tables,

  async streamRecords(region, { streamArn, shardId, startSequenceNumber, batchSize }) {
    const client = new DynamoDBStreamsClient({ region })
    const start = { StreamArn: streamArn, ShardId: shardId, SequenceNumber: startSequenceNumber }
    const iterator = await orNull(
      client.send(new GetShardIteratorCommand({ ...start, ShardIteratorType: 'AT_SEQUENCE_NUMBER' })),
      ...['TrimmedDataAccessException', 'ResourceNotFoundException'],
    )
    if (!iterator?.ShardIterator) return []
    const { Records = [] } = await client.send(
      new GetRecordsCommand({ ShardIterator: iterator.ShardIterator, Limit: batchSize }),
    )
    return Records.map((record) => ({ ...record, eventSource: 'aws:dynamodb', eventSourceARN: streamArn }))
  },

  request: (url, init) => fetch(url, { ...init, redirect: 'manual' }),

  pause: (seconds) => wait(seconds * 1000),
}
