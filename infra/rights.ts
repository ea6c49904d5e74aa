import type { BucketName, FunctionSettings, Functions } from '../shared/declaration.ts'
import { folders, identityCalls, partitions } from './domains.ts'
import { isAmong } from './function-sets.ts'
import { type FunctionSpec, functionSpecs, manifest, type Need } from './manifest.ts'

export type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>

/** A statement of a policy, as IAM writes it. */
export interface Statement {
  readonly Sid: string
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: readonly string[]
  readonly Resource: readonly string[]
  readonly Condition?: Condition
}

/** Resources that functions use, by ARN: those of the stack, or their local stand-ins. */
export interface Arns {
  readonly region: string
  readonly key: string
  readonly secret: string
  readonly table: string
  readonly userPool: string
  /** Resources for sending mail: the sender's domain and the configuration set. */
  readonly mail: readonly string[]
  readonly buckets: Readonly<Record<BucketName, string>>
}

const allow = (
  Sid: string,
  Action: readonly string[],
  Resource: readonly string[],
  Condition?: Condition,
): Statement[] =>
  Action.length > 0 && Resource.length > 0
    ? [{ Sid, Effect: 'Allow', Action, Resource, ...(Condition && { Condition }) }]
    : []

/** Returns a statement that allows the use of the data key only through the service that stores the data. */
const keyRight = (Sid: string, service: 'dynamodb' | 's3', actions: readonly string[], { key, region }: Arns) =>
  allow(Sid, actions, [key], { StringEquals: { 'kms:ViaService': `${service}.${region}.amazonaws.com` } })

/**
 * Returns a condition that limits a statement to partition keys of these patterns. `Null` also refuses a call that
 * names no key.
 */
const keysLike = (patterns: readonly string[]): Condition => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
  Null: { 'dynamodb:LeadingKeys': 'false' },
})

/** Returns the keys of a table of rights that list a function, in order. */
const keysFor = (rights: readonly (readonly [key: string, by: Functions | undefined])[], name: string) =>
  rights.flatMap(([key, by = []]) => (isAmong(by, name) ? [key] : [])).sort()

/** Returns the key patterns that a function may write, such as `user#*`. */
export const partitionsWrittenBy = (name: string): string[] =>
  keysFor(
    Object.entries(partitions).map(([partition, { writes }]) => [`${partition}#*`, writes]),
    name,
  )

/** Returns the key patterns that a function may read, such as `user#*`. */
export const partitionsReadBy = (name: string): string[] =>
  keysFor(
    Object.entries(partitions).map(([partition, { reads }]) => [`${partition}#*`, reads]),
    name,
  )

/** Returns patterns of the index keys, such as `audit#*`, that a function may query. */
export const indexesReadBy = (name: string): string[] =>
  keysFor(
    Object.values(partitions).flatMap(({ lists = {} }) => Object.entries(lists)),
    name,
  ).map((key) => (key.endsWith('#') ? `${key}*` : key))

const writingCalls = ({ deletes, batches }: FunctionSettings): string[] => [
  ...(batches ? ['dynamodb:BatchWriteItem'] : []),
  ...(deletes ? ['dynamodb:DeleteItem'] : []),
  ...(batches === 'only' ? [] : ['dynamodb:PutItem', 'dynamodb:UpdateItem']),
]

const READING = ['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query']

/** Returns the rights on the table: the partitions a function reads and writes, by the calls it makes; no Scan. */
function tableRights(arns: Arns, name: string, spec: FunctionSpec): Statement[] {
  const reads = partitionsReadBy(name)
  const indexes = indexesReadBy(name)
  const arn = (index: string) => `${arns.table}/index/${index}`
  return [
    ...(reads.length > 0 ? allow('Reads', READING, [arns.table], keysLike(reads)) : []),
    ...(indexes.length > 0
      ? allow('ReadsIndexes', ['dynamodb:Query'], manifest.table.indexes.map(arn), keysLike(indexes))
      : []),
    ...allow('Writes', writingCalls(spec), [arns.table], keysLike(partitionsWrittenBy(name))),
    ...keyRight('UsesKeyForTable', 'dynamodb', TABLE_KEY, arns),
    auditIsForever(arns),
  ]
}

/** Actions on the encryption key that DynamoDB performs for the caller. */
const TABLE_KEY = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
]

/**
 * Returns a statement that denies updates and removals of audit rows, whatever else is allowed (rulings 60). PutItem
 * stays allowed, as it creates the rows (decision 118). Keys of audit rows start with `audit#`.
 */
const auditIsForever = ({ table }: Arns): Statement => ({
  Sid: 'AuditIsForever',
  Effect: 'Deny',
  Action: [
    'dynamodb:BatchWriteItem',
    'dynamodb:DeleteItem',
    'dynamodb:PartiQLDelete',
    'dynamodb:PartiQLUpdate',
    'dynamodb:UpdateItem',
  ],
  Resource: [table],
  Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['audit#*'] } },
})

/** Returns the folders of a bucket in which a function reads, writes or removes objects. */
const foldersOf = (bucket: BucketName, verb: 'reads' | 'writes' | 'removes', name: string) =>
  keysFor(
    Object.entries(folders[bucket]).map(([folder, by]) => [folder, by[verb]]),
    name,
  )

function objectRights(bucket: BucketName, { buckets }: Arns, name: string): Statement[] {
  const below = (verb: 'reads' | 'writes' | 'removes') =>
    foldersOf(bucket, verb, name).map((one) => `${buckets[bucket]}/${one}*`)
  const reads = below('reads')
  const title = bucket === 'uploads' ? 'Uploads' : 'Documents'
  return [
    ...allow(`Reads${title}`, ['s3:GetObject'], reads),
    ...allow(`Writes${title}`, ['s3:PutObject'], below('writes')),
    ...allow(`Removes${title}`, ['s3:DeleteObject'], below('removes')),
    // Without this right S3 answers 403 for a removed object, and an import would take that for a failure.
    ...(bucket === 'uploads' && reads.length > 0 ? allow('ListsUploads', ['s3:ListBucket'], [buckets.uploads]) : []),
  ]
}

/** Returns the statements by which S3 may use the encryption key for a function that reads or writes objects. */
const objectKey = (arns: Arns, name: string) => {
  const has = (verb: 'reads' | 'writes') => manifest.buckets.some((bucket) => foldersOf(bucket, verb, name).length > 0)
  const actions = [...(has('reads') ? ['kms:Decrypt'] : []), ...(has('writes') ? ['kms:GenerateDataKey'] : [])]
  return keyRight('UsesKeyForObjects', 's3', actions, arns)
}

/** Rights that a function gets for each of its needs in the manifest, on our resources only. */
const rightsOf: Record<Need, (arns: Arns, name: string, spec: FunctionSpec) => Statement[]> = {
  origin: ({ secret }) => allow('ReadsOriginSecret', ['secretsmanager:GetSecretValue'], [secret]),
  table: tableRights,
  identity: ({ userPool }, name) =>
    allow(
      'UsesIdentity',
      keysFor(Object.entries(identityCalls), name).map((call) => `cognito-idp:${call}`),
      [userPool],
    ),
  mail: ({ mail }) => allow('SendsMail', ['ses:SendRawEmail'], mail),
  vies: () => [],
  uploads: (arns, name) => objectRights('uploads', arns, name),
  documents: (arns, name) => objectRights('documents', arns, name),
}

/**
 * Returns the IAM statements on all that a function may do, except the basic rights of every function, such as logging.
 * Throws for a name that is not in the manifest.
 */
export function statementsOf(name: string, arns: Arns): Statement[] {
  const spec: FunctionSpec | undefined = functionSpecs[name]
  if (!spec) throw new Error(`The manifest has no function ${name}`)
  return [...spec.needs.flatMap((need) => rightsOf[need](arns, name, spec)), ...objectKey(arns, name)]
}
