import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('outbox-member.ts', import.meta.url))

/**
 * Starts a child process that runs the outbox function on the stream events sent to it, so that a test can kill it.
 * Resolves when the process is ready.
 */
export async function startOutboxProcess(): Promise<ChildProcess> {
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}
