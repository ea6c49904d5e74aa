import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { manifest } from '../../manifest.ts'
import { type Keeper, startKeeper } from '../keeper/keeper.ts'
import type { TableShape } from '../project.ts'
import { createImportFolder, findDynoxide, type ImportFolder, startDynoxide } from './dynoxide.ts'
import { LOCAL_KEY } from './local-key.ts'
import { tableDefinition } from './table-definition.ts'

/** The database of a data folder, before its table is there. */
export interface Database {
  /** Name of the table. */
  readonly name: string
  /** Program behind the table, as shown to the person who starts the runtime. */
  readonly description: string
  /** Process that ends the database when the runtime dies. */
  readonly keeper: Keeper
  readonly shape: TableShape
  /** Creates the folder from which a new database is made; null for a database that already runs. */
  readonly prepareImport: (() => Promise<ImportFolder>) | null
  /** Starts the database where it does not run yet; returns its address. */
  start(): Promise<string>
}

export interface Table extends Pick<Database, 'name' | 'keeper'> {
  /** Address of the table, for AWS_ENDPOINT_URL_DYNAMODB. */
  readonly url: string
  readonly client: DynamoDBClient
  readonly streams: DynamoDBStreamsClient
  /**
   * Returns the ARN of the table's stream; switches the stream on if it is off. A new table has none until it is
   * filled, as a stream makes writes slower.
   */
  openStream(): Promise<string>
  /** Ends the connections to the table. The database ends with its keeper. */
  close(): void
}

export interface DatabaseOptions {
  /** The runtime's data folder. */
  readonly folder: string
  /** Address of a DynamoDB that already runs, to use instead of our own (AWS_ENDPOINT_URL_DYNAMODB). */
  readonly endpoint?: string | undefined
  /** Indexes and TTL attribute of the table; by default those of the manifest. */
  readonly shape?: TableShape
}

const WAIT_SECONDS = 30

/**
 * Returns the database of a data folder, dynoxide or a DynamoDB that already runs, and starts its keeper. Throws when
 * neither is available, or when the endpoint is AWS itself.
 */
export function openDatabase({ folder, endpoint, shape = manifest.table }: DatabaseOptions): Database {
  return endpoint === undefined ? openOwn(folder, shape) : openExternal(endpoint, folder, shape)
}

/**
 * Starts a database and makes sure that it has its table. Keeps an existing table, unless `fresh` is set for
 * a new folder: then drops a table of the same name, left by an earlier folder.
 */
export async function startTable(database: Database, { fresh }: { readonly fresh: boolean }): Promise<Table> {
  const { name, keeper, shape } = database
  const endpoint = await database.start()
  const connection = {
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: LOCAL_KEY, secretAccessKey: 'local' },
  }
  const client = new DynamoDBClient(connection)
  const streams = new DynamoDBStreamsClient(connection)
  const close = () => {
    client.destroy()
    streams.destroy()
  }
  try {
    if (fresh) await dropTable(client, name)
    await ensureTable(client, name, shape)
    return { url: endpoint, name, keeper, client, streams, openStream: () => openStream(client, name), close }
  } catch (error) {
    close()
    throw error
  }
}

function openOwn(folder: string, shape: TableShape): Database {
  const binary = findDynoxide()
  if (!binary) {
    throw new Error(
      `No DynamoDB: dynoxide is not installed for ${process.platform} ${process.arch}. Start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its address.`,
    )
  }
  mkdirSync(folder, { recursive: true })
  const [name, file, keeper] = ['partnerview', join(folder, 'dynamodb.sqlite'), startKeeper(folder)]
  return {
    ...{ name, keeper, shape, description: 'dynoxide' },
    prepareImport: () =>
      createImportFolder({ ...shape, binary, folder: join(folder, 'import'), table: name, output: file }),
    start: () => startDynoxide(binary, file, keeper),
  }
}

/**
 * Returns a DynamoDB that already runs. Several data folders may use this DynamoDB, so the table's name has a hash of
 * the folder. The keeper only guards the other processes.
 */
function openExternal(endpoint: string, folder: string, shape: TableShape): Database {
  const { hostname, href } = new URL(endpoint)
  if (hostname.endsWith('amazonaws.com')) throw new Error('The local runtime does not work on a table in AWS')
  return {
    name: `partnerview-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`,
    description: `the DynamoDB at ${endpoint} (AWS_ENDPOINT_URL_DYNAMODB)`,
    shape,
    keeper: { ...startKeeper(folder), trim: () => undefined },
    prepareImport: null,
    start: async () => href.replace(/\/$/, ''),
  }
}

async function ensureTable(client: DynamoDBClient, TableName: string, { indexes, ttl }: TableShape): Promise<void> {
  if (!(await describe(client, TableName))) {
    const { StreamSpecification: _, ...withoutStream } = tableDefinition(TableName, indexes)
    await client.send(new CreateTableCommand(withoutStream))
    await waitUntilTableExists({ client, maxWaitTime: WAIT_SECONDS, minDelay: 1 }, { TableName })
  }
  const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  if (expiry?.TimeToLiveStatus === 'ENABLED') return
  const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

async function openStream(client: DynamoDBClient, TableName: string): Promise<string> {
  const found = await describe(client, TableName)
  if (found?.StreamSpecification?.StreamEnabled && found.LatestStreamArn) return found.LatestStreamArn
  const { StreamSpecification } = tableDefinition(TableName)
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }))
  await waitUntilTableExists({ client, maxWaitTime: WAIT_SECONDS, minDelay: 1 }, { TableName })
  const made = (await describe(client, TableName))?.LatestStreamArn
  if (!made) throw new Error(`The table ${TableName} has no stream`)
  return made
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | null> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table ?? null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function dropTable(client: DynamoDBClient, TableName: string): Promise<void> {
  try {
    await client.send(new DeleteTableCommand({ TableName }))
    await waitUntilTableNotExists({ client, maxWaitTime: WAIT_SECONDS, minDelay: 1 }, { TableName })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const isMissing = (error: unknown) => error instanceof Error && error.name === 'ResourceNotFoundException'
