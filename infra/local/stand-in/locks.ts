export type WithLock = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Returns a function that runs work under a key: one after another for the same key, at the same time for others. */
export function createLocks(): WithLock {
  const tails = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const run = (tails.get(key) ?? Promise.resolve()).then(work)
    const tail = run.catch(() => undefined)
    tails.set(key, tail)
    try {
      return await run
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
