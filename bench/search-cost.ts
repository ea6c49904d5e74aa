import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Row } from './row.ts'

/** The size that the test run measures. */
const SIZE_OF_BOUNDS = '3000'

const program = fileURLToPath(new URL('./search-cost-process.ts', import.meta.url))
const runFile = promisify(execFile)

/**
 * Measures the search index: rows of a record, read units of a search at several sizes, write units of changes, and
 * records indexed a second of processor time, the database's included.
 */
export async function run(): Promise<Row[]> {
  const sizes = process.argv.includes('--bounds') ? { BENCH_SEARCH_SIZES: SIZE_OF_BOUNDS } : {}
  const { stdout } = await runFile(process.execPath, [program], { env: { ...process.env, ...settings, ...sizes } })
  return JSON.parse(stdout)
}

const settings = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'local',
  TABLE_NAME: 'bench',
  USER_POOL_ID: 'bench',
  USER_POOL_CLIENT_ID: 'bench',
  DOCUMENTS_BUCKET: 'bench',
  UPLOADS_BUCKET: 'bench',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
}
