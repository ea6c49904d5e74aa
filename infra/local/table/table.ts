import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
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
import { findDynoxide, startDynoxide } from './dynoxide.ts'
import { tableDefinition } from './table-definition.ts'

export interface Table {
  /** Address of the table, for AWS_ENDPOINT_URL_DYNAMODB. */
  readonly url: string
  readonly name: string
  /** Program behind the table, as shown to the person who starts the runtime. */
  readonly description: string
  readonly client: DynamoDBClient
  readonly streams: DynamoDBStreamsClient
  /**
   * Returns the ARN of the table's stream; switches the stream on if it is off. A new table has none until it is
   * filled, as a stream makes writes slower.
   */
  openStream(): Promise<string>
  /** Process that ends the database when the runtime dies. */
  readonly keeper: Keeper
  close(): Promise<void>
}

export interface TableOptions {
  /** The runtime's data folder. */
  readonly folder: string
  /** Address of a DynamoDB that already runs, to use instead of our own (AWS_ENDPOINT_URL_DYNAMODB). */
  readonly endpoint?: string | undefined
  /** True for a new folder: a table of the same name, left by an earlier folder, is dropped. */
  readonly fresh: boolean
}

interface Engine extends Pick<Table, 'url' | 'name' | 'description' | 'keeper'> {}

const WAIT_SECONDS = 30

/**
 * Starts the manifest's table on dynoxide, or on a DynamoDB that already runs; keeps an existing table unless `fresh`
 * is set. Throws when neither is available, or when the endpoint is AWS itself.
 */
export async function startTable(options: TableOptions): Promise<Table> {
  const engine = options.endpoint ? await external(options.endpoint, options.folder) : await own(options.folder)
  const connection = {
    endpoint: engine.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }
  const client = new DynamoDBClient(connection)
  const streams = new DynamoDBStreamsClient(connection)
  const close = async () => {
    client.destroy()
    streams.destroy()
    await engine.keeper.close()
  }
  try {
    if (options.fresh) await dropTable(client, engine.name)
    await ensureTable(client, engine.name)
    return { ...engine, client, streams, openStream: () => openStream(client, engine.name), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function own(folder: string): Promise<Engine> {
  const binary = findDynoxide()
  if (!binary) {
    throw new Error(
      'No DynamoDB: dynoxide has a binary for Linux x64 only. Start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its address.',
    )
  }
  mkdirSync(folder, { recursive: true })
  const { url, keeper } = await startDynoxide(binary, join(folder, 'dynamodb.sqlite'))
  return { url, keeper, name: 'partnerview', description: 'dynoxide' }
}

/**
 * Returns the engine for a DynamoDB that already runs. Several data folders may use this DynamoDB, so the table's name
 * has a hash of the folder. The keeper only guards the other processes.
 */
async function external(endpoint: string, folder: string): Promise<Engine> {
  const { hostname, href } = new URL(endpoint)
  if (hostname.endsWith('amazonaws.com')) throw new Error('The local runtime does not work on a table in AWS')
  return {
    url: href.replace(/\/$/, ''),
    name: `partnerview-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`,
    description: `the DynamoDB at ${endpoint} (AWS_ENDPOINT_URL_DYNAMODB)`,
    keeper: { ...(await startKeeper(null)), trim: () => undefined },
  }
}

async function ensureTable(client: DynamoDBClient, TableName: string): Promise<void> {
  if (await describe(client, TableName)) return
  const { StreamSpecification: _, ...withoutStream } = tableDefinition(TableName)
  await client.send(new CreateTableCommand(withoutStream))
  await waitUntilTableExists({ client, maxWaitTime: WAIT_SECONDS, minDelay: 1 }, { TableName })
  const TimeToLiveSpecification = { Enabled: true, AttributeName: manifest.table.ttl }
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
