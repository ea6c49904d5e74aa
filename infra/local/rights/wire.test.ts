import { randomUUID } from 'node:crypto'
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createTable } from '../../../testing/database/table.ts'
import type { Arns, Statement } from '../../rights.ts'
import { startCognito } from '../cognito/cognito.ts'
import { startTableProxy } from '../faults/table-proxy.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { startS3 } from '../s3/s3.ts'
import { startSes } from '../ses/ses.ts'
import { createRights } from './rights.ts'

/** These tests show that the stand-ins refuse calls without rights. The SDK must throw the same errors as with AWS. */

const allow = (Action: string[], Resource: readonly string[], keys?: string[]): Statement => ({
  Sid: 'Allows',
  Effect: 'Allow',
  Action,
  Resource,
  ...(keys && { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } } }),
})

/** Returns a few rights on each service, but none for the function `nobody`. */
const statementsOf = (name: string, arns: Arns): Statement[] =>
  name === 'nobody'
    ? []
    : [
        allow(
          ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
          [arns.table, `${arns.table}/index/gsi1`],
          ['user#*'],
        ),
        allow(['kms:Decrypt', 'kms:GenerateDataKey'], [arns.key]),
        allow(['s3:GetObject', 's3:PutObject'], [`${arns.buckets.uploads}/leads/*`]),
        allow(['ses:SendRawEmail'], arns.mail),
        allow(['cognito-idp:ListUsers'], [arns.userPool]),
      ]

async function start() {
  const tableName = randomUUID()
  onTestFinished(await createTable(inject('database'), tableName))
  const rights = createRights({ names: ['somebody', 'nobody'], statementsOf, tableName, now: Date.now })
  const { guard } = rights
  const folder = createTemporaryFolder()
  const proxy = await startTableProxy(inject('database'), { guard })
  const s3 = await startS3({ folder: `${folder}/s3`, now: Date.now, buckets: ['uploads'], guard, onCreated: () => {} })
  const ses = await startSes({ folder: `${folder}/ses`, now: Date.now, guard })
  const cognito = await startCognito({ folder: `${folder}/cognito`, now: Date.now, guard })
  onTestFinished(async () => void (await Promise.all([proxy, s3, ses, cognito].map((one) => one.close()))))
  const as = (name: string) => ({
    region: 'eu-west-1',
    credentials: { accessKeyId: name, secretAccessKey: 'local' },
    maxAttempts: 1,
  })
  return {
    rights,
    tableName,
    url: { s3: s3.url },
    table: (name: string) => new DynamoDBClient({ ...as(name), endpoint: proxy.url }),
    files: (name: string) => new S3Client({ ...as(name), endpoint: s3.url, forcePathStyle: true }),
    mail: (name: string) => new SESClient({ ...as(name), endpoint: ses.url }),
    identity: (name: string) => new CognitoIdentityProviderClient({ ...as(name), endpoint: cognito.url }),
  }
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Error) => error.name,
  )

it('the table is read and written only in partitions to which the caller has a right', async () => {
  const { table, tableName: TableName, rights } = await start()
  const Key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } })
  const put = (name: string, pk: string) => outcome(table(name).send(new PutItemCommand({ TableName, Item: Key(pk) })))
  expect(await put('somebody', 'user#1')).toBe('done')
  expect(await put('somebody', 'team#1')).toBe('AccessDeniedException')
  expect(await put('nobody', 'user#1')).toBe('AccessDeniedException')
  expect(await outcome(table('somebody').send(new GetItemCommand({ TableName, Key: Key('user#1') })))).toBe('done')

  const of = (pk: string, IndexName?: string) => {
    const name = IndexName ? `${IndexName}pk` : 'pk'
    return outcome(
      table('somebody').send(
        new QueryCommand({
          TableName,
          IndexName,
          KeyConditionExpression: '#p = :p',
          ExpressionAttributeNames: { '#p': name },
          ExpressionAttributeValues: { ':p': { S: pk } },
        }),
      ),
    )
  }
  expect(await Promise.all([of('user#1'), of('team#1'), of('user#1', 'gsi1'), of('team#1', 'gsi1')])).toEqual([
    'done',
    'AccessDeniedException',
    'done',
    'AccessDeniedException',
  ])
  expect(await of('user#1', 'gsi2')).toBe('AccessDeniedException')
  expect(await outcome(table('somebody').send(new ScanCommand({ TableName })))).toBe('AccessDeniedException')

  const parts = (pk: string) => ({
    TransactItems: [{ Put: { TableName, Item: Key('user#2') } }, { Put: { TableName, Item: Key(pk) } }],
  })
  expect(await outcome(table('somebody').send(new TransactWriteItemsCommand(parts('user#3'))))).toBe('done')
  expect(await outcome(table('somebody').send(new TransactWriteItemsCommand(parts('team#3'))))).toBe(
    'AccessDeniedException',
  )
  expect(rights.guard.refused()[0]).toMatchObject({
    function: 'somebody',
    action: 'dynamodb:PutItem',
    context: { 'dynamodb:LeadingKeys': ['team#3'] },
    because: 'no statement allows it',
  })
})

it('objects are read and stored only in the folder of the caller, also by a presigned form', async () => {
  const { files, url } = await start()
  const put = (name: string, Key: string) =>
    outcome(files(name).send(new PutObjectCommand({ Bucket: 'uploads', Key, Body: 'x' })))
  const get = (name: string, Key: string) => outcome(files(name).send(new GetObjectCommand({ Bucket: 'uploads', Key })))
  expect(await put('somebody', 'leads/a')).toBe('done')
  expect(await put('somebody', 'contracts/a')).toBe('AccessDenied')
  expect(await put('nobody', 'leads/a')).toBe('AccessDenied')
  expect(await get('somebody', 'leads/a')).toBe('done')
  expect(await get('nobody', 'leads/a')).toBe('AccessDenied')
  // A caller that may not list does not learn that an object is missing.
  expect(await get('somebody', 'leads/gone')).toBe('AccessDenied')
  expect(await outcome(files('somebody').send(new ListObjectsV2Command({ Bucket: 'uploads' })))).toBe('AccessDenied')

  const post = async (name: string, Key: string) => {
    const { fields } = await createPresignedPost(files(name), { Bucket: 'uploads', Key })
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob(['x']))
    return (await fetch(`${url.s3}/uploads`, { method: 'POST', body: form })).status
  }
  expect(await post('somebody', 'leads/b')).toBe(204)
  expect(await post('somebody', 'contracts/b')).toBe(403)
})

it('only a function with the right sends mails or lists users', async () => {
  const { mail, identity, rights } = await start()
  const Data = Buffer.from('From: noreply@partnerview.example\r\nTo: a@example.nl\r\n\r\nx')
  const send = (name: string) => outcome(mail(name).send(new SendRawEmailCommand({ RawMessage: { Data } })))
  const list = (name: string) => outcome(identity(name).send(new ListUsersCommand({ UserPoolId: 'local_partnerview' })))
  expect([await send('somebody'), await send('nobody')]).toEqual(['done', 'AccessDenied'])
  expect([await list('somebody'), await list('nobody')]).toEqual(['done', 'AccessDeniedException'])
  expect(rights.unused().map(({ function: name, part }) => `${name} ${part}`)).toContain('somebody s3:PutObject')
  expect(rights.unused().map(({ part }) => part)).not.toContain('ses:SendRawEmail')
})
