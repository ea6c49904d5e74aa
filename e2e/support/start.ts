import { startRuntime } from '../../testing/runtime.ts'

/** Starts the product before the first test and ends it after the last, unless PARTNERVIEW_URL names one that runs. */
export default async function start() {
  if (process.env['PARTNERVIEW_URL']) return
  const runtime = await startRuntime()
  process.env['PARTNERVIEW_URL'] = runtime.url
  return runtime.stop
}
