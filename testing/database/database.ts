import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { reserveFreePort } from '../../infra/local/free-port.ts'
import { findDynoxide } from '../../infra/local/table/dynoxide.ts'
import { spawnMortal } from './mortal.ts'
import { createDatabaseClient, isConnectionRefused } from './table.ts'

/** A local DynamoDB (dynoxide) for tests. */
export interface Database {
  readonly url: string
  /** Calls `listener` when the database ends unexpectedly. */
  onCrash(listener: (message: string) => void): void
  stop(): Promise<void>
}

/**
 * Starts a local DynamoDB without a table, in memory or in a file; resolves when it answers. Throws when it ends
 * instead, or when dynoxide has no binary for this machine.
 */
export async function startDatabase(file?: string): Promise<Database> {
  const binary = findDynoxide()
  if (!binary) throw new Error('The tests need dynoxide, which has a binary for Linux x64 only')
  const port = await reserveFreePort()
  const place = file === undefined ? [] : ['--db-path', file]
  const child = spawnMortal(binary, ['--host', '127.0.0.1', '--port', String(port), ...place], {
    output: 'ignore',
    // Several threads answer no more calls than one, as they pass each connection from core to core.
    env: { ...process.env, TOKIO_WORKER_THREADS: '1' },
  })
  const url = `http://127.0.0.1:${port}`
  let stopping = false
  const client = createDatabaseClient(url)
  await untilReady(() => client.send(new ListTablesCommand({})), child)
  client.destroy()
  return {
    url,
    onCrash(listener) {
      child.once('exit', (code, signal) => {
        if (!stopping) listener(`The database of the tests ended by itself (${signal ?? `status ${code}`}).`)
      })
    },
    stop() {
      stopping = true
      return stopProcess(child)
    },
  }
}

async function untilReady(attempt: () => Promise<unknown>, child: ChildProcess): Promise<void> {
  for (;;) {
    try {
      await attempt()
      return
    } catch (error) {
      if (!isConnectionRefused(error) || child.exitCode !== null) throw error
      await pause(5)
    }
  }
}

function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
