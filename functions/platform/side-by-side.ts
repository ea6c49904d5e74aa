/**
 * Does some work side by side, all of it or so much at a time. Where one fails nothing more is begun, the signal tells those
 * that wait, and the failure is thrown when all that was under way has ended: a call that has let go writes nothing more.
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
