import type { ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { freePort } from '../infra/local/free-port.ts'
import { tableDefinition } from '../infra/local/table-definition.ts'
import { spawnMortal } from './mortal.ts'

/**
 * A DynamoDB of its own, in memory, with one empty table made from the manifest but for its stream: nothing here reads
 * it, and dynoxide takes longer for a write the more stream records it holds.
 */
export async function startTable(TableName: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const binary = join(dirname(createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')), 'dynoxide')
  const child = spawnMortal(binary, ['--host', '127.0.0.1', '--port', String(port)], { output: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new DynamoDBClient({ endpoint: url, region: 'eu-west-1', credentials, maxAttempts: 1 })
  const { StreamSpecification: _, ...definition } = tableDefinition(TableName)
  await untilReady(() => client.send(new CreateTableCommand(definition)), child)
  client.destroy()
  return { url, stop: () => stopped(child) }
}

async function untilReady(attempt: () => Promise<unknown>, child: ChildProcess): Promise<void> {
  for (;;) {
    try {
      await attempt()
      return
    } catch (error) {
      const starting = error instanceof Error && error.message.includes('ECONNREFUSED')
      if (!starting || child.exitCode !== null) throw error
      await pause(5)
    }
  }
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
