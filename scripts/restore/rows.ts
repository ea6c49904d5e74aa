import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { runInParallel } from '../../functions/platform/run-in-parallel.ts'

/** A row in DynamoDB's own form. */
export type Row = Readonly<Record<string, AttributeValue>>

const ROWS_PER_FILE = 5_000

/** Requests that one call may write. */
const WRITES_PER_CALL = 25

const CALLS_AT_ONCE = 10

const client = new DynamoDBClient({ maxAttempts: 10 })
const tableName = () => process.env['TABLE_NAME'] ?? ''
const folderOf = (folder: string) => join(folder, 'table')

/** Returns a line of an export of DynamoDB to S3: bytes as base64. */
const lineOf = (row: Row) =>
  JSON.stringify({ Item: row }, (_, value) =>
    value instanceof Uint8Array || isBuffer(value) ? Buffer.from(bytesOf(value)).toString('base64') : value,
  )

// A Buffer turns itself into an object before the replacer sees it.
const isBuffer = (value: unknown): value is { readonly data: readonly number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
const bytesOf = (value: Uint8Array | { readonly data: readonly number[] }) =>
  value instanceof Uint8Array ? value : Uint8Array.from(value.data)

/** Reads such a line. A value of the type `B` or `BS` is bytes; an attribute of that name has an object as its value. */
const rowOf = (line: string): Row =>
  JSON.parse(line, (key, value) => {
    if (key === 'B' && typeof value === 'string') return Buffer.from(value, 'base64')
    const isBytes = key === 'BS' && Array.isArray(value) && typeof value[0] === 'string'
    return isBytes ? value.map((one) => Buffer.from(one, 'base64')) : value
  }).Item

/** Reads every row of the table, in pages. */
export async function* scanRows(): AsyncGenerator<Row[]> {
  for await (const page of paginateScan({ client }, { TableName: tableName(), ConsistentRead: true })) {
    yield page.Items ?? []
  }
}

/** Tells whether the table has no rows. */
export async function isTableEmpty(): Promise<boolean> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName(), Limit: 1, ConsistentRead: true }))
  return Items.length === 0
}

/** Writes every row of the table to files in `folder`, in the form of DynamoDB's export to S3. Returns their number. */
export async function exportRows(folder: string): Promise<number> {
  await mkdir(folderOf(folder), { recursive: true })
  let waiting: Row[] = []
  let count = 0
  let files = 0
  const write = async () => {
    files += 1
    const name = `${String(files).padStart(6, '0')}.json.gz`
    await writeFile(join(folderOf(folder), name), await promisify(gzip)(`${waiting.map(lineOf).join('\n')}\n`))
    waiting = []
  }
  for await (const rows of scanRows()) {
    waiting.push(...rows)
    count += rows.length
    if (waiting.length >= ROWS_PER_FILE) await write()
  }
  if (waiting.length > 0) await write()
  return count
}

/**
 * Stores the rows of an export, also one that AWS made in S3, as `change` returns them; leaves out those for which it
 * returns null. Returns the number of rows that the export has.
 */
export async function importRows(folder: string, change: (row: Row) => Row | null): Promise<number> {
  const names = (await readdir(folderOf(folder), { recursive: true })).filter((name) => name.endsWith('.json.gz'))
  if (names.length === 0) throw new Error(`${folderOf(folder)} has no files *.json.gz of an export`)
  let count = 0
  for (const name of names.sort()) {
    const text = (await promisify(gunzip)(await readFile(join(folderOf(folder), name)))).toString()
    const rows = text.split('\n').filter(Boolean).map(rowOf)
    count += rows.length
    await writeRows(rows.map(change).filter((row) => row !== null))
  }
  return count
}

export const writeRows = (rows: readonly Row[]) => send(rows.map((Item) => ({ PutRequest: { Item } })))

export const deleteRows = (rows: readonly Row[]) =>
  send(rows.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } as Row } })))

/** Sends writes, ten calls at a time; repeats those that a busy table left out. */
async function send(requests: readonly WriteRequest[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(requests.length / WRITES_PER_CALL) }, (_, index) =>
    requests.slice(index * WRITES_PER_CALL, (index + 1) * WRITES_PER_CALL),
  )
  await runInParallel(parts, sendPart, CALLS_AT_ONCE)
}

async function sendPart(part: readonly WriteRequest[]): Promise<void> {
  const name = tableName()
  let left: WriteRequest[] = [...part]
  for (let attempt = 1; left.length > 0; attempt++) {
    if (attempt > 1) await pause(Math.min(100 * 2 ** attempt, 5_000))
    const reply = await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: left } }))
    left = reply.UnprocessedItems?.[name] ?? []
  }
}
