import { measureSlowness } from '../../scripts/processor-time/machine-speed.ts'
import { findChromium } from '../../testing/product/browser.ts'
import {
  MAX_FOLDER_MB,
  MAX_START_SECONDS,
  MAX_WALK_MB,
  MAX_WALK_PROCESSES,
  measureFolderMb,
  measureProduct,
  walkScreens,
} from '../../testing/product/first-start.ts'
import { startRuntime } from '../../testing/runtime.ts'

/**
 * Prepares all browser tests: unpacks the browser, builds site and functions, and makes the demo data that Playwright's
 * workers copy. Only unpacks when PARTNERVIEW_URL names a running product, or AWS_ENDPOINT_URL_DYNAMODB a database;
 * then each worker makes its own data. Returns a function that removes the data.
 * Throws when this first start exceeds its bounds: it is the only one of a test run.
 */
export default async function start() {
  await findChromium()
  // A DynamoDB that already runs keeps the rows itself, so a copy of the folder would have none.
  if (process.env['PARTNERVIEW_URL'] ?? process.env['AWS_ENDPOINT_URL_DYNAMODB']) return
  const before = await measureSlowness()
  const runtime = await startRuntime()
  try {
    const { seconds } = measureProduct(runtime)
    const slowness = Math.max(before, await measureSlowness())
    requireAtMost(MAX_START_SECONDS, seconds / slowness, 's of processor time of the reference machine')
    // The walk also leaves compiled code in the folder, with which the functions of the tests start faster.
    await walkScreens(runtime)
    const { processes, memoryMb } = measureProduct(runtime)
    requireAtMost(MAX_WALK_PROCESSES, processes, 'processes after eight screens')
    requireAtMost(MAX_WALK_MB, memoryMb, 'MB of memory after eight screens')
  } finally {
    await runtime.end()
  }
  requireAtMost(MAX_FOLDER_MB, measureFolderMb(runtime.folder), 'MB in the data folder')
  process.env['PARTNERVIEW_FILLED'] = runtime.folder
  return runtime.remove
}

function requireAtMost(most: number, measured: number, what: string): void {
  const line = `first start: ${measured.toFixed(1)} ${what}, at most ${most}`
  if (measured > most) throw new Error(line)
  console.log(line)
}
