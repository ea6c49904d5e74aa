/** The functions' clock: the machine's, or one that the workbench moved. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number
  /** Returns the milliseconds by which this clock is ahead of the machine's. */
  ahead(): number
  /**
   * Sets the clock to a moment (milliseconds since 1970), from which it runs on; null returns to the machine's time.
   */
  set(moment: number | null): void
  /** Calls `listener` after each `set`. */
  onSet(listener: () => void): void
}

/** Creates a clock that shows the machine's time until it is set (workbench.md). */
export function createClock(): Clock {
  const listeners: (() => void)[] = []
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    ahead: () => ahead,
    set(moment) {
      ahead = moment === null ? 0 : moment - Date.now()
      for (const listener of listeners) listener()
    },
    onSet: (listener) => void listeners.push(listener),
  }
}
