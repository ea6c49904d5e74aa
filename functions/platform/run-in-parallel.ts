/**
 * Runs work for each item, at most `limit` at a time. After a failure it aborts the signal `failed` and starts nothing
 * new. It throws once all running work has ended, so that nothing is written after the call returns.
 */
export async function runInParallel<T>(
  all: readonly T[],
  work: (one: T, failed: AbortSignal) => Promise<void>,
  limit = all.length,
): Promise<void> {
  const left = all.values()
  const stop = new AbortController()
  const lane = async () => {
    for (const one of left) {
      if (stop.signal.aborted) return
      await work(one, stop.signal).catch((error: unknown) => stop.abort(error))
    }
  }
  await Promise.all(Array.from({ length: limit }, lane))
  stop.signal.throwIfAborted()
}
