export type WithLock = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Returns a function that runs the works of one key after one another, and those of different keys side by side. */
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
