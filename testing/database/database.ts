import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { reserveFreePort } from '../../infra/local/free-port.ts'
import { holdMemory } from '../../infra/local/keeper/held-memory.ts'
import { findDynoxide } from '../../infra/local/table/dynoxide.ts'
import { spawnMortal } from './mortal.ts'
import { createDatabaseClient, isConnectionRefused } from './table.ts'

/** A local DynamoDB for tests: dynoxide, or one that already runs. */
export interface Database {
  readonly url: string
  /** Calls `listener` when the database ends unexpectedly; never for one that already runs. */
  onCrash(listener: (message: string) => void): void
  stop(): Promise<void>
}

/**
 * Starts a local DynamoDB without a table, in memory or in a file; resolves when it answers. Without a file, uses the
 * one that AWS_ENDPOINT_URL_DYNAMODB names. Throws when it ends instead, or when there is no dynoxide for this machine.
 */
export async function startDatabase(file?: string): Promise<Database> {
  const endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB']
  if (endpoint !== undefined && file === undefined) return findRunningDatabase(endpoint)
  const binary = findDynoxide()
  if (!binary) {
    throw new Error(
      `Dynoxide is not installed for ${process.platform} ${process.arch}. Start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its address.`,
    )
  }
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
  const memory = new AbortController()
  await holdMemory(port, memory.signal)
  return {
    url,
    onCrash(listener) {
      child.once('exit', (code, signal) => {
        if (!stopping) listener(`The database of the tests ended by itself (${signal ?? `status ${code}`}).`)
      })
    },
    stop() {
      stopping = true
      memory.abort()
      return stopProcess(child)
    },
  }
}

/** Returns a local DynamoDB that already runs. Throws when it is on another machine, which tests do not call. */
function findRunningDatabase(endpoint: string): Database {
  const { hostname, port } = new URL(endpoint)
  if (!['localhost', '127.0.0.1'].includes(hostname)) throw new Error('Tests use a DynamoDB on this machine only')
  return { url: `http://127.0.0.1:${port}`, onCrash: () => undefined, stop: async () => undefined }
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
