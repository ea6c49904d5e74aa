/** Clean-up steps of a start, in the order they were added. */
export interface Closers {
  /** Adds a step; after `close` it is taken at once. */
  add(closer: () => unknown): void
  /** Takes all steps, the last first, each once; a failing one does not keep the others. */
  close(): Promise<void>
}

/** Collects what a start has to undo, so that it can be undone at any moment. */
export function createClosers(): Closers {
  const steps: (() => unknown)[] = []
  let closing: Promise<void> | null = null

  async function take(step: () => unknown): Promise<void> {
    try {
      await step()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }

  async function takeAll(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) await take(step)
  }

  return {
    add(step) {
      if (closing) void take(step)
      else steps.push(step)
    },
    close() {
      closing ??= takeAll()
      return closing
    },
  }
}
