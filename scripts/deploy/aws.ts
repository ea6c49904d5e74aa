import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { AccessAnalyzerClient, paginateValidatePolicy } from '@aws-sdk/client-accessanalyzer'
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm'
import { CloudControlClient, GetResourceCommand } from '@aws-sdk/client-cloudcontrol'
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation'
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront'
import {
  CloudWatchClient,
  GetMetricStatisticsCommand,
  paginateDescribeAlarmHistory,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch'
import { DynamoDBStreamsClient, GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams'
import { GetAccountSettingsCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetObjectTaggingCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { GetAccountCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns'
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { CheckCapacityCommand, type Rule, WAFV2Client } from '@aws-sdk/client-wafv2'
import type { Cloud } from './cloud.ts'

/** Region of CloudFront's certificates and firewalls. */
const GLOBAL = 'us-east-1'

const EVERY = 300

/** Seconds that CloudFormation may take to delete a stack; CloudFront takes longest. */
const DELETED_WITHIN = 3600

/** Returns a call's answer; null for the errors with these names. */
async function orNull<T>(call: Promise<T>, ...names: readonly string[]): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Error && names.some((name) => error.name === name || error.message.includes(name))) return null
    throw error
  }
}

async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(page)
  return all
}

/**
 * Returns the rules of a template as the API takes them: it has bytes where the template has text.
 */
const asApiRules = (rules: readonly object[]): Rule[] =>
  JSON.parse(JSON.stringify(rules), (key, value) => (key === 'SearchString' ? Buffer.from(value) : value))

/** The account of AWS that the credentials in the environment open. */
export const aws: Cloud = {
  async identity() {
    const found = await orNull(
      new STSClient({ region: GLOBAL }).send(new GetCallerIdentityCommand({})),
      ...['CredentialsProviderError', 'ExpiredToken', 'InvalidClientTokenId', 'SignatureDoesNotMatch'],
    )
    return found?.Account && found.Arn ? { account: found.Account, arn: found.Arn } : null
  },

  async stack(region, name) {
    const call = new CloudFormationClient({ region }).send(new DescribeStacksCommand({ StackName: name }))
    const found = (await orNull(call, 'does not exist'))?.Stacks?.[0]
    if (!found) return null
    return {
      status: found.StackStatus ?? '',
      isProtected: found.EnableTerminationProtection ?? false,
      outputs: Object.fromEntries((found.Outputs ?? []).map((one) => [one.OutputKey ?? '', one.OutputValue ?? ''])),
    }
  },

  async deleteStack(region, name) {
    const client = new CloudFormationClient({ region })
    await client.send(new DeleteStackCommand({ StackName: name }))
    await waitUntilStackDeleteComplete({ client, maxWaitTime: DELETED_WITHIN }, { StackName: name })
  },

  async resources(region, name) {
    const client = new CloudFormationClient({ region })
    const pages = await collect(paginateListStackResources({ client }, { StackName: name }))
    return pages.flatMap(({ StackResourceSummaries = [] }) =>
      StackResourceSummaries.map((one) => ({
        id: one.LogicalResourceId ?? '',
        type: one.ResourceType ?? '',
        physicalId: one.PhysicalResourceId ?? '',
      })),
    )
  },

  cdk: (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn('npx', ['cdk', ...args], { stdio: 'inherit' })
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 1))
    }),

  async certificate(arn) {
    const call = new ACMClient({ region: GLOBAL }).send(new DescribeCertificateCommand({ CertificateArn: arn }))
    const found = (await orNull(call, 'ResourceNotFoundException', 'ValidationException'))?.Certificate
    if (!found) return null
    return {
      status: found.Status ?? '',
      domains: [found.DomainName ?? '', ...(found.SubjectAlternativeNames ?? [])],
      until: found.NotAfter ?? null,
    }
  },

  async concurrency(region) {
    const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))
    return AccountLimit?.ConcurrentExecutions ?? 0
  },

  async mail(region) {
    const found = await new SESv2Client({ region }).send(new GetAccountCommand({}))
    return { isInSandbox: !found.ProductionAccessEnabled, maySend: found.SendingEnabled ?? false }
  },

  async exists(region, type, identifier) {
    const call = new CloudControlClient({ region }).send(
      new GetResourceCommand({ TypeName: type, Identifier: identifier }),
    )
    try {
      return (await orNull(call, 'ResourceNotFoundException')) !== null
    } catch (error) {
      // What may not be read is there; a bucket may be of another account.
      if (error instanceof Error && error.name.startsWith('AccessDenied')) return true
      throw error
    }
  },

  async policyFindings(policy, kind) {
    const client = new AccessAnalyzerClient({ region: GLOBAL })
    const asked = { policyDocument: JSON.stringify(policy), policyType: kind }
    const pages = await collect(paginateValidatePolicy({ client }, asked))
    return pages
      .flatMap(({ findings = [] }) => findings)
      .filter(({ findingType }) => findingType === 'ERROR' || findingType === 'SECURITY_WARNING')
      .map(({ findingType, issueCode, findingDetails }) => ({
        isError: findingType === 'ERROR',
        text: `${issueCode}: ${findingDetails}`,
      }))
  },

  async firewallCapacity(rules) {
    const client = new WAFV2Client({ region: GLOBAL })
    const found = await client.send(new CheckCapacityCommand({ Scope: 'CLOUDFRONT', Rules: asApiRules(rules) }))
    return found.Capacity ?? 0
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
    await new CloudFrontClient({ region: GLOBAL }).send(
      new CreateInvalidationCommand({ DistributionId: distribution, InvalidationBatch: batch }),
    )
  },

  async setAlarm(region, name, state, reason) {
    await new CloudWatchClient({ region }).send(
      new SetAlarmStateCommand({ AlarmName: name, StateValue: state, StateReason: reason }),
    )
  },

  async hasActed(region, alarm, since) {
    const client = new CloudWatchClient({ region })
    const asked = { AlarmName: alarm, HistoryItemType: 'Action' as const, StartDate: since }
    const pages = await collect(paginateDescribeAlarmHistory({ client }, asked))
    return pages.some(({ AlarmHistoryItems = [] }) =>
      AlarmHistoryItems.some(({ HistorySummary = '' }) => HistorySummary.startsWith('Successfully executed action')),
    )
  },

  async unconfirmed(region, topic) {
    const client = new SNSClient({ region })
    const pages = await collect(paginateListSubscriptionsByTopic({ client }, { TopicArn: topic }))
    return pages.flatMap(({ Subscriptions = [] }) =>
      Subscriptions.flatMap(({ SubscriptionArn, Endpoint = '' }) =>
        SubscriptionArn === 'PendingConfirmation' ? [Endpoint] : [],
      ),
    )
  },

  async sendMail(region, from, to) {
    const text = (Data: string) => ({ Data })
    await new SESv2Client({ region }).send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: text('Partnerview'), Body: { Text: text('Test of a deployment') } } },
      }),
    )
  },

  async calls(region, functionName, since) {
    const { Datapoints = [] } = await new CloudWatchClient({ region }).send(
      new GetMetricStatisticsCommand({
        Namespace: 'AWS/Lambda',
        MetricName: 'Invocations',
        Dimensions: [{ Name: 'FunctionName', Value: functionName }],
        StartTime: since,
        EndTime: new Date(),
        Period: EVERY,
        Statistics: ['Sum'],
      }),
    )
    return Datapoints.reduce((sum, { Sum = 0 }) => sum + Sum, 0)
  },

  async moveBack(region, queueUrl) {
    const client = new SQSClient({ region })
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages'],
      }),
    )
    const waiting = Number(Attributes?.ApproximateNumberOfMessages ?? 0)
    if (waiting > 0) await client.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes?.QueueArn }))
    return waiting
  },

  async receive(region, queueUrl) {
    const { Messages = [] } = await new SQSClient({ region }).send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 900 }),
    )
    return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, receipt: ReceiptHandle }))
  },

  async remove(region, queueUrl, { receipt }) {
    await new SQSClient({ region }).send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt }))
  },

  async invoke(region, functionName, event) {
    const { FunctionError, Payload } = await new LambdaClient({ region }).send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
    )
    const reply = JSON.parse(Payload?.transformToString() || 'null') as { batchItemFailures?: unknown[] } | null
    return FunctionError === undefined && (reply?.batchItemFailures ?? []).length === 0
  },

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
