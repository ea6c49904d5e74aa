import { startTableProxy } from '../infra/local/faults/table-proxy.ts'
import { createRandomNumbers } from '../testing/seed.ts'

const none = { throttle: 0, delayMs: 0 }

/** Makes the table of the running back end fail on request, until `close`. */
export interface ThrottledTable {
  /** Runs work while the table is slow and throttles about one call in ten. */
  inBadWeather<T>(work: () => Promise<T>): Promise<T>
  /** Runs work while the table throttles every call. */
  whileRefusing<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Starts a proxy in front of the table of the running back end; on request the proxy throttles and delays calls. Call
 * this before that back end's first call.
 */
export async function startThrottledTable(): Promise<ThrottledTable> {
  let faults = none
  // Every run has the same numbers. But calls run side by side, so in each run a number may go to another call.
  const numbers = createRandomNumbers()
  const proxy = await startTableProxy(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']), {
    faults: () => faults,
    random: () => numbers(1_000_000) / 1_000_000,
  })
  // The SDK reads the address at its first call.
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.url
  const during = async <T>(wanted: typeof none, work: () => Promise<T>): Promise<T> => {
    faults = wanted
    try {
      return await work()
    } finally {
      faults = none
    }
  }
  return {
    inBadWeather: (work) => during({ throttle: 0.1, delayMs: 10 }, work),
    whileRefusing: (work) => during({ throttle: 1, delayMs: 0 }, work),
    close: proxy.close,
  }
}
