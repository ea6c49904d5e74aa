import { callersOf, objectsOf } from './calls.ts'
import { type BucketName, type FunctionSpec, functionSpecs, manifest, type Need } from './manifest.ts'
import { indexesReadBy, isAmong, partitionsReadBy, partitionsWrittenBy } from './partitions.ts'

export type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>

/** A statement of a policy, as IAM writes it. */
export interface Statement {
  readonly Sid: string
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: readonly string[]
  readonly Resource: readonly string[]
  readonly Condition?: Condition
}

/** What the functions work with, by its ARN: of the stack's resources, or of what stands in for them locally. */
export interface Arns {
  readonly region: string
  readonly key: string
  readonly secret: string
  readonly table: string
  readonly userPool: string
  /** What a mail is sent with: the sender's domain and the configuration set. */
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

/** Use of the data key, only through the service that stores the data. */
const keyRight = (Sid: string, service: 'dynamodb' | 's3', actions: readonly string[], { key, region }: Arns) =>
  allow(Sid, actions, [key], { StringEquals: { 'kms:ViaService': `${service}.${region}.amazonaws.com` } })

/** Only keys that begin so. Without `Null` a call that names no key would have no value that is wrong. */
const keysLike = (patterns: readonly string[]): Condition => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
  Null: { 'dynamodb:LeadingKeys': 'false' },
})

const called = (name: string, prefix: string, actions: readonly string[] = Object.keys(callersOf)) =>
  actions.filter((action) => action.startsWith(prefix) && isAmong(callersOf[action] ?? [], name))

const READING = ['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query']
const WRITING = ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']

/** The table's partitions that are its work to read and to write, by the calls that it makes; no Scan. */
function tableRights(arns: Arns, name: string): Statement[] {
  const reads = partitionsReadBy(name)
  const indexes = indexesReadBy(name)
  const arn = (index: string) => `${arns.table}/index/${index}`
  return [
    ...(reads.length > 0 ? allow('Reads', called(name, 'dynamodb:', READING), [arns.table], keysLike(reads)) : []),
    ...(indexes.length > 0
      ? allow('ReadsIndexes', ['dynamodb:Query'], manifest.table.indexes.map(arn), keysLike(indexes))
      : []),
    ...allow('Writes', called(name, 'dynamodb:', WRITING), [arns.table], keysLike(partitionsWrittenBy(name))),
    ...keyRight('UsesKeyForTable', 'dynamodb', TABLE_KEY, arns),
    auditIsForever(arns),
  ]
}

/** What DynamoDB does with the key in the name of who reads or writes. */
const TABLE_KEY = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
]

/** Nobody changes or removes an audit row (rulings 60), whatever else is allowed; its keys start with `audit#`. */
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

/** The objects of a bucket below the folders that are its work. */
function objectRights(bucket: BucketName, arns: Arns, name: string): Statement[] {
  const below = (verb: 'reads' | 'writes') =>
    Object.entries(objectsOf[bucket]).flatMap(([folder, by]) =>
      isAmong(by[verb], name) ? [`${arns.buckets[bucket]}/${folder}*`] : [],
    )
  const [reads, writes] = [below('reads'), below('writes')]
  const inTitle = bucket === 'uploads' ? 'Uploads' : 'Documents'
  return [
    ...allow(`Reads${inTitle}`, ['s3:GetObject'], reads),
    ...allow(`Writes${inTitle}`, ['s3:PutObject'], writes),
    // Without it S3 says 403 of an object that is gone, and an import would take that for a failure.
    ...(bucket === 'uploads' && reads.length > 0
      ? allow('ListsUploads', ['s3:ListBucket'], [arns.buckets.uploads])
      : []),
    ...keyRight(
      `UsesKeyFor${inTitle}`,
      's3',
      [...(reads.length > 0 ? ['kms:Decrypt'] : []), ...(writes.length > 0 ? ['kms:GenerateDataKey'] : [])],
      arns,
    ),
  ]
}

/** The rights a need brings a function: exactly the calls that it makes, on exactly our resources. */
const rightsOf: Record<Need, (arns: Arns, name: string) => Statement[]> = {
  origin: ({ secret }) => allow('ReadsOriginSecret', ['secretsmanager:GetSecretValue'], [secret]),
  table: tableRights,
  identity: ({ userPool }, name) => allow('UsesIdentity', called(name, 'cognito-idp:'), [userPool]),
  mail: ({ mail }) => allow('SendsMail', ['ses:SendRawEmail'], mail),
  uploads: (arns, name) => objectRights('uploads', arns, name),
  documents: (arns, name) => objectRights('documents', arns, name),
}

/** What a function of the manifest may do, beside what Lambda itself does in its name. */
export const statementsOf = (name: string, arns: Arns): Statement[] =>
  (functionSpecs as Readonly<Record<string, FunctionSpec>>)[name]?.needs.flatMap((need) =>
    rightsOf[need](arns, name),
  ) ?? []
