import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import exceljs from 'exceljs'
import { readContracts } from '../functions/contracts/import/read-contracts.ts'
import type { LocalDate } from '../shared/time.ts'
import { generateContractSheet, writeXlsx } from '../testing/spreadsheets.ts'
import { readPeakMb } from './peak.ts'

/** One measurement with its goal; `ok` says whether it meets the goal, and is true without one. */
export type Figure = { name: string; value: number; unit: string; goal: string; ok: boolean }

type Way = 'ours' | 'bare'
type Sample = { rows: number; seconds: number; peakMb: number }

const SIZES = (process.env['BENCH_READING_ROWS'] ?? '30000,100000').split(',').map(Number)
const ROUNDS = 7
const ROWS_PER_COLLECTION = 2500
/**
 * Size of V8's young generation, the same for both readers. Without the flag V8 sizes it by the machine, which distorts
 * the comparison.
 */
const YOUNG_GENERATION = '--max-semi-space-size=16'
const SPEED_GOAL = 0.8
const MEMORY_GOAL = 1.2
const GROWTH_GOAL = 1.1
const TODAY = '2026-11-21' as LocalDate
const thisFile = fileURLToPath(import.meta.url)
const runFile = promisify(execFile)

/**
 * Compares our reading of an .xlsx, by default of 30,000 and 100,000 rows, into contracts with exceljs's streaming
 * reader alone. Returns speed, peak memory and growth of memory; the best of several runs counts.
 */
export async function run(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'import-reading-'))
  try {
    const figures: Figure[] = []
    for (const rows of SIZES) {
      const path = join(folder, `${rows}.xlsx`)
      await writeXlsx(createWriteStream(path), { Contracten: generateContractSheet(rows) }, { sharedStrings: false })
      figures.push(...(await compare(path, rows)))
    }
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(path: string, rows: number): Promise<Figure[]> {
  const samples: Record<Way, Sample[]> = { bare: [], ours: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of ['bare', 'ours'] as const) samples[way].push(await inProcess([YOUNG_GENERATION], way, path))
  }
  if (samples.ours.some((sample) => sample.rows !== rows)) throw new Error('Not every row became a contract')
  const best = (way: Way) => rows / least(samples[way], 'seconds')
  const speed = best('ours') / best('bare')
  const memory = least(samples.ours, 'peakMb') / least(samples.bare, 'peakMb')
  const growth: number = await inProcess(['--expose-gc'], 'growth', path)
  const of = `import, reading ${rows.toLocaleString('en')} rows`
  return [
    { name: of, value: Math.round(best('ours')), unit: 'rows/s', goal: '', ok: true },
    { name: `${of}: exceljs alone`, value: Math.round(best('bare')), unit: 'rows/s', goal: '', ok: true },
    figure(`${of}: speed against exceljs alone`, speed, `≥ ${SPEED_GOAL}`, speed >= SPEED_GOAL),
    figure(`${of}: peak memory against exceljs alone`, memory, `≤ ${MEMORY_GOAL}`, memory <= MEMORY_GOAL),
    figure(
      `${of}: live memory of the second half against the first`,
      growth,
      `≤ ${GROWTH_GOAL}`,
      growth <= GROWTH_GOAL,
    ),
  ]
}

function figure(name: string, value: number, goal: string, ok: boolean): Figure {
  return { name, value: Number(value.toFixed(2)), unit: '×', goal, ok }
}

function least(samples: Sample[], key: 'seconds' | 'peakMb'): number {
  return Math.min(...samples.map((sample) => sample[key]))
}

async function inProcess<Result>(flags: string[], way: string, path: string): Promise<Result> {
  const { stdout } = await runFile(process.execPath, [...flags, thisFile, way, path])
  return JSON.parse(stdout)
}

/** Measures one run in this process: the duration of the reading alone, and the process's peak memory. */
async function measure(read: (path: string) => Promise<number>, path: string): Promise<Sample> {
  const start = performance.now()
  const rows = await read(path)
  return { rows, seconds: (performance.now() - start) / 1000, peakMb: readPeakMb() }
}

async function readOurs(path: string, onBatch?: (rows: number) => void): Promise<number> {
  let contracts = 0
  for await (const batch of readContracts(createReadStream(path), { filename: path, today: TODAY })) {
    contracts += batch.items.length
    onBatch?.(contracts)
  }
  return contracts
}

/**
 * Returns the highest live memory in the second half of a file relative to the first half, after garbage collections.
 */
async function growthOf(path: string): Promise<number> {
  const live: number[] = []
  await readOurs(path, (rows) => {
    if (rows % ROWS_PER_COLLECTION !== 0) return
    globalThis.gc?.()
    live.push(process.memoryUsage().heapUsed)
  })
  const half = Math.floor(live.length / 2)
  return Math.max(...live.slice(half)) / Math.max(...live.slice(0, half))
}

async function readBare(path: string): Promise<number> {
  let rows = 0
  for await (const sheet of new exceljs.stream.xlsx.WorkbookReader(path, {})) {
    for await (const _row of sheet) rows++
  }
  return rows
}

async function main(way?: string, path?: string): Promise<unknown> {
  if (way === 'ours' && path) return measure((file) => readOurs(file), path)
  if (way === 'bare' && path) return measure(readBare, path)
  return way === 'growth' && path ? growthOf(path) : run()
}

if (process.argv[1] === thisFile) {
  process.stdout.write(`${JSON.stringify(await main(process.argv[2], process.argv[3]), null, 2)}\n`)
}
