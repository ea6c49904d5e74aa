import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { newUploadKey } from '../functions/spreadsheets/imports/upload-key.ts'
import { startS3 } from '../infra/local/s3/s3.ts'
import { manifest } from '../infra/manifest.ts'
import { startDatabase } from '../testing/database/database.ts'
import { createTable } from '../testing/database/table.ts'
import { generateContractSheet, writeXlsx } from '../testing/spreadsheets.ts'
import { median } from './median.ts'
import { readPeakMb } from './peak.ts'
import type { Row } from './row.ts'

/** Number of rows in the file of which the import is compared with bare BatchWrite calls. */
const ROWS = Number(process.env['BENCH_IMPORT_ROWS'] ?? 20_000)
const ROUNDS = 3
const MOST_ROWS = Number(process.env['BENCH_IMPORT_MOST_ROWS'] ?? 250_000)
const SPEED_GOAL = 0.8
const UNITS_GOAL = 1.3

/** Memory and time limit of the function that imports contracts. */
const { memoryMb, timeoutSeconds } = manifest.jobs['contract-import']
/** Flags with which Lambda starts Node in a function with this memory. */
const MEMORY = [
  `--max-semi-space-size=${Math.floor(memoryMb * 0.05)}`,
  `--max-old-space-size=${Math.floor(memoryMb * 0.9)}`,
]
const thisFile = fileURLToPath(import.meta.url)
const runFile = promisify(execFile)
const TOGETHER = 8
const BATCH = 25

type Item = Record<string, unknown>
interface Sample {
  readonly seconds: number
  readonly read: number
  readonly write: number
}

/**
 * Measures the speed of importing an .xlsx, against bare BatchWrite calls of the same items. Compares the write units
 * of the import with those of bare calls that store only its contracts. Also imports the largest allowed file, in as
 * many calls as it needs. Returns one row per measurement.
 */
export async function run(): Promise<Row[]> {
  const { stdout } = await runFile(process.execPath, [...MEMORY, thisFile])
  return JSON.parse(stdout)
}

async function measure(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'import-storing-'))
  const database = await startDatabase()
  const s3 = await startS3({ folder, now: Date.now, buckets: ['uploads'], onCreated: () => undefined })
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    AWS_ENDPOINT_URL_S3: s3.url,
    TABLE_NAME: 'bench',
    UPLOADS_BUCKET: 'uploads',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
  })
  const file = async (rows: number) => {
    const path = join(folder, `${rows}.xlsx`)
    await writeXlsx(createWriteStream(path), { Contracten: generateContractSheet(rows) }, { sharedStrings: false })
    const key = newUploadKey('contracts', `${rows}.xlsx`)
    await s3.put('uploads', key, await readFile(path), 'application/octet-stream')
    return key
  }
  try {
    const figures: Row[] = []
    const key = await file(ROWS)
    const ours: Sample[] = []
    const same: Sample[] = []
    const contracts: Sample[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const drop = await createTable(database.url, 'bench')
      ours.push(await importObject(key, ROWS))
      const stored = await storedItems()
      await drop()
      for (const [samples, kinds] of [
        [same, ['contract', 'knowncustomer']],
        [contracts, ['contract']],
      ] as const) {
        const dropBare = await createTable(database.url, 'bench')
        samples.push(await writeBare(kinds.flatMap((kind) => stored.get(kind) ?? [])))
        await dropBare()
      }
    }
    const middle = (samples: Sample[], of: keyof Sample) => median(samples.map((sample) => sample[of]))
    const speedAgainst = (bare: Sample[]) =>
      median(ours.map(({ seconds }, round) => (bare[round]?.seconds ?? 0) / seconds))
    const speed = speedAgainst(same)
    const units = middle(ours, 'write') / middle(contracts, 'write')
    const name = `import, storing ${ROWS.toLocaleString('en')} rows`
    figures.push(
      { name, value: `${Math.round(ROWS / middle(ours, 'seconds'))} rows/s`, goal: '', ok: null },
      {
        name: `${name}: speed against the same items in bare BatchWrite calls`,
        value: `${speed.toFixed(2)} ×; against the contracts alone ${speedAgainst(contracts).toFixed(2)} ×`,
        goal: `≥ ${SPEED_GOAL}`,
        ok: speed >= SPEED_GOAL,
      },
      {
        name: `${name}: write units against the contracts alone in such calls`,
        value: `${units.toFixed(2)} ×, ${(middle(ours, 'write') / ROWS).toFixed(2)} a row; read units ${(middle(ours, 'read') / ROWS).toFixed(2)} a row`,
        goal: `≤ ${UNITS_GOAL}`,
        ok: units <= UNITS_GOAL,
      },
    )
    if (MOST_ROWS > 0) figures.push(await largest(await file(MOST_ROWS), database.url))
    return figures
  } finally {
    await Promise.all([s3.close(), database.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

async function largest(key: string, url: string): Promise<Row> {
  await createTable(url, 'bench')
  const { seconds, calls, longest } = await importObject(key, MOST_ROWS)
  const peakMb = Math.round(readPeakMb())
  const value = `${Math.round(MOST_ROWS / seconds)} rows/s, ${calls} calls of at most ${Math.round(longest)} s, ${peakMb} MB`
  return {
    name: `import, storing ${MOST_ROWS.toLocaleString('en')} rows in one file`,
    value,
    goal: `calls of < ${timeoutSeconds} s, < ${memoryMb} MB`,
    ok: longest < timeoutSeconds && peakMb < memoryMb,
  }
}

/**
 * Imports the uploaded file `key` in as many calls of `importUpload` as it needs. Returns the seconds, the capacity
 * units, the number of calls, and the seconds of the longest call.
 */
async function importObject(key: string, rows: number) {
  const { importUpload } = await import('../functions/spreadsheets/imports/import.ts')
  const { ImportUnfinished } = await import('../functions/spreadsheets/imports/importing.ts')
  const { contractImport } = await import('../functions/contracts/import/importing.ts')
  const { asSystem } = await import('../functions/platform/actor.ts')
  const { meterWork } = await import('../functions/platform/request.ts')
  const { MOST_MS } = await import('../events/upload-batch.ts')
  const callMs = Number(process.env['BENCH_IMPORT_CALL_MS'] ?? MOST_MS)
  const usage = { read: 0, write: 0 }
  const startedAt = performance.now()
  let longest = 0
  for (let calls = 1; ; calls++) {
    const callAt = performance.now()
    const by = { permit: asSystem('bench'), until: Date.now() + callMs }
    const end = await meterWork(usage, () => importUpload(contractImport, key, by)).catch((error: unknown) => {
      if (error instanceof ImportUnfinished) return null
      throw error
    })
    longest = Math.max(longest, (performance.now() - callAt) / 1000)
    if (!end) continue
    if (end.upload.stats.created !== rows) throw new Error('Not every row became a contract')
    return { seconds: (performance.now() - startedAt) / 1000, ...usage, calls, longest }
  }
}

const documents = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } })

/** Reads the items that an import stored, by entity. */
async function storedItems(): Promise<Map<unknown, Item[]>> {
  const items: Item[] = []
  const table = documents()
  for (let from: Item | undefined, isOver = false; !isOver; isOver = from === undefined) {
    const page = await table.send(new ScanCommand({ TableName: 'bench', ExclusiveStartKey: from }))
    items.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  }
  return Map.groupBy(items, (item) => item['__edb_e__'])
}

async function writeBare(items: readonly Item[]): Promise<Sample> {
  const table = documents()
  const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) =>
    items.slice(at * BATCH, (at + 1) * BATCH),
  ).values()
  let write = 0
  const startedAt = performance.now()
  const lane = async () => {
    for (const batch of batches) {
      const RequestItems = { bench: batch.map((Item) => ({ PutRequest: { Item } })) }
      const reply = await table.send(new BatchWriteCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' }))
      write += (reply.ConsumedCapacity ?? []).reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, lane))
  return { seconds: (performance.now() - startedAt) / 1000, read: 0, write }
}

if (process.argv[1] === thisFile) process.stdout.write(JSON.stringify(await measure()))
