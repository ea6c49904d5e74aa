/** Timers that a test can move by hand. */
export interface Timers {
  /** Calls `action` once after some milliseconds, unless the returned function was called before. */
  after(milliseconds: number, action: () => void): () => void
}

/** The timers of the machine, which keep no process alive. */
export const machineTimers: Timers = {
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}
