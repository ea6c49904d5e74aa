import sparticuz from '@sparticuz/chromium'
import { startRuntime } from '../../testing/runtime.ts'

/**
 * Unpacks the browser, which two workers cannot do at the same time, and makes the site, the functions and the demo data
 * once, for the workers to copy, unless PARTNERVIEW_URL names a product that runs.
 */
export default async function start() {
  await sparticuz.executablePath()
  if (process.env['PARTNERVIEW_URL']) return
  const runtime = await startRuntime()
  await runtime.end()
  process.env['PARTNERVIEW_FILLED'] = runtime.folder
  return runtime.remove
}
