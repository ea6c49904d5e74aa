import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('outbox-member.ts', import.meta.url))

/**
 * Starts a process that a test can kill. It does the work of stream events sent to it, as the outbox's function does.
 */
export async function startOutbox(): Promise<ChildProcess> {
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}
