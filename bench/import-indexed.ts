import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { type Runtime, startRuntime } from '../testing/runtime.ts'
import { generateContractSheet, writeXlsx } from '../testing/spreadsheets.ts'
import type { Row } from './row.ts'

/** Number of contracts in the file. */
const CONTRACTS = Number(process.env['BENCH_INDEXED_ROWS'] ?? 20_000)
/** Goal for the wall time until all are stored and indexed, in seconds, on two idle cores. */
const MOST_SECONDS = 120
/** Seconds after which the product is killed, each time that it runs. */
const KILLED_AFTER = [10, 10, 10, 10]
const POLL_MS = 500

/**
 * Measures the seconds from the upload of a file until all its contracts are stored and found by the search, in the
 * local runtime with its stream. Once without a disturbance, and once with the whole product killed four times.
 */
export async function run(): Promise<Row[]> {
  const whole = await measure([])
  const killed = await measure(KILLED_AFTER)
  return [
    rowOf('stored and indexed', whole),
    rowOf(`the same, the product killed ${KILLED_AFTER.length} times`, killed),
  ]
}

const rowOf = (what: string, seconds: number): Row => ({
  name: `import of ${CONTRACTS.toLocaleString('en')} contracts: ${what}`,
  value: `${Math.round(seconds)} s`,
  goal: `≤ ${MOST_SECONDS} s on two idle cores`,
  ok: seconds <= MOST_SECONDS,
})

/** Returns the seconds in which the product was up, without the time of its starts. */
async function measure(kills: readonly number[]): Promise<number> {
  let runtime = await startRuntime({ seed: 'empty' })
  let seconds = 0
  try {
    const send = await prepareUpload(runtime)
    let startedAt = performance.now()
    // A large file is imported by the event of its object. The reply may tell so as an error, or never come.
    const reply = send().catch(() => undefined)
    await untilCounted(runtime.folder, { entity: 'contract', count: 1, until: Number.POSITIVE_INFINITY })
    for (const after of [...kills, Number.POSITIVE_INFINITY]) {
      const until = performance.now() + after * 1000
      const isDone = await untilCounted(runtime.folder, { entity: 'filed', count: CONTRACTS, until })
      seconds += (performance.now() - startedAt) / 1000
      if (isDone) break
      await runtime.kill()
      runtime = await startRuntime({ seed: 'empty', folder: runtime.folder })
      startedAt = performance.now()
    }
    await reply
    return seconds
  } finally {
    await runtime.stop()
  }
}

/** Makes a file and logs in; returns the function that uploads it. */
async function prepareUpload(runtime: Runtime): Promise<() => Promise<unknown>> {
  const admin = (await runtime.accounts()).find(({ role }) => role === 'admin')
  if (!admin) throw new Error('An empty product has an admin')
  const sessionId = await runtime.login(admin)
  const folder = await mkdtemp(join(tmpdir(), 'import-indexed-'))
  const path = join(folder, 'contracten.xlsx')
  await writeXlsx(createWriteStream(path), { Contracten: generateContractSheet(CONTRACTS) }, { sharedStrings: false })
  const body = new FormData()
  body.append('file', new File([await readFile(path)], 'contracten.xlsx'))
  await rm(folder, { recursive: true })
  return () => fetch(`${runtime.url}/api/contracts/upload`, { method: 'POST', body, headers: { sessionId } })
}

interface Rows {
  /** Contracts, or states of contracts in the search index. */
  readonly entity: 'contract' | 'filed'
  readonly count: number
  /** Moment at which the wait ends. */
  readonly until: number
}

/** Resolves to true when the table has so many rows, to false when the wait ends. */
async function untilCounted(folder: string, { entity, count, until }: Rows): Promise<boolean> {
  const table = new DatabaseSync(join(folder, 'dynamodb.sqlite'), { readOnly: true, timeout: 10_000 })
  const [from, to] = entity === 'contract' ? ['S:contract#', 'S:contract$'] : ['S:filed#contract#', 'S:filed#contract$']
  const stored = table.prepare(`SELECT COUNT(*) AS count FROM "partnerview" WHERE pk >= ? AND pk < ? AND sk = ?`)
  try {
    while (Number(stored.get(from, to, `S:${entity}`)?.['count']) < count) {
      if (performance.now() > until) return false
      await pause(POLL_MS)
    }
    return true
  } finally {
    table.close()
  }
}
