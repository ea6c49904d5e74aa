/**
 * Runs work in parallel, all at once or `together` at a time. After a failure nothing new starts and the signal aborts
 * work that waits. The failure is thrown once all running work has ended, so that nothing is written after the call
 * returns.
 */
export async function sideBySide<T>(
  all: readonly T[],
  work: (one: T, failed: AbortSignal) => Promise<void>,
  together = all.length,
): Promise<void> {
  const left = all.values()
  const stop = new AbortController()
  const lane = async () => {
    for (const one of left) {
      if (stop.signal.aborted) return
      await work(one, stop.signal).catch((error: unknown) => stop.abort(error))
    }
  }
  await Promise.all(Array.from({ length: together }, lane))
  stop.signal.throwIfAborted()
}
