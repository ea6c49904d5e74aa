/** Clean-up steps that undo a start of the runtime, run in reverse order. */
export interface Closers {
  /** Adds a step; after `close` it runs at once. */
  add(closer: () => unknown): void
  /** Runs each step once, the last first; continues after a failing one. */
  close(): Promise<void>
}

/**
 * Creates an empty list of clean-up steps. A start of the runtime adds its steps; `close` runs them, also before the
 * start is complete.
 */
export function createClosers(): Closers {
  const steps: (() => unknown)[] = []
  let closing: Promise<void> | null = null

  async function runStep(step: () => unknown): Promise<void> {
    try {
      await step()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }

  async function runAll(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) await runStep(step)
  }

  return {
    add(step) {
      if (closing) void runStep(step)
      else steps.push(step)
    },
    close() {
      closing ??= runAll()
      return closing
    },
  }
}
