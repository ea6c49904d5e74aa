import sparticuz from '@sparticuz/chromium'
import { startRuntime } from '../../testing/runtime.ts'

/**
 * Prepares all browser tests: unpacks the browser, builds site and functions, and makes the demo data that Playwright's
 * workers copy. Only unpacks when PARTNERVIEW_URL names a running product. Returns a function that removes the data.
 */
export default async function start() {
  await sparticuz.executablePath()
  if (process.env['PARTNERVIEW_URL']) return
  const runtime = await startRuntime()
  await runtime.end()
  process.env['PARTNERVIEW_FILLED'] = runtime.folder
  return runtime.remove
}
