import type { ChildProcess } from 'node:child_process'
import type { Keeper } from './keeper/keeper.ts'

/** Child processes of the runtime, which end with it. */
export interface Children {
  /** Adds a child process and keeps it until it ends; after `close`, ends it at once. Returns the child process. */
  add<Child extends ChildProcess>(child: Child): Child
  /** Ends the children that still run, and resolves when they are gone. */
  close(): Promise<void>
}

/**
 * Creates the list of child processes that end with the runtime. `close` ends them. When the runtime dies, the keeper,
 * a process beside the runtime, ends them.
 */
export function createChildren(keeper: Pick<Keeper, 'guard' | 'release'>): Children {
  const running = new Map<ChildProcess, Promise<unknown>>()
  let closed = false
  return {
    add(child) {
      const { pid } = child
      if (pid) keeper.guard(pid)
      const ended = new Promise((resolve) => child.once('close', resolve)).then(() => {
        if (pid) keeper.release(pid)
        running.delete(child)
      })
      running.set(child, ended)
      if (closed) child.kill('SIGTERM')
      return child
    },
    async close() {
      closed = true
      for (const child of running.keys()) child.kill('SIGTERM')
      await Promise.all(running.values())
    },
  }
}
