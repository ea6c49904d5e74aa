import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { CreateTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { afterEach, expect, it } from 'vitest'
import { createDatabaseClient, isConnectionRefused } from '../../../testing/database/table.ts'
import { reserveFreePort } from '../free-port.ts'
import { findDynoxide } from '../table/dynoxide.ts'
import { holdMemory } from './held-memory.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const TableName = 'held'
const lines = Array.from({ length: 20 }, (_, at) => ({ name: `Jansen ${at}`, amount: { cents: at } }))
const ROWS = 50

/** Starts a database with a table; returns its process, its port and a function that stores a row. */
async function start(binary: string) {
  const port = await reserveFreePort()
  const child = spawn(binary, ['--host', '127.0.0.1', '--port', String(port)], {
    stdio: 'ignore',
    env: { TOKIO_WORKER_THREADS: '1' },
  })
  children.push(child)
  const client = createDatabaseClient(`http://127.0.0.1:${port}`)
  const create = new CreateTableCommand({
    ...{ TableName, BillingMode: 'PAY_PER_REQUEST' },
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  while (!(await client.send(create).catch((error) => !isConnectionRefused(error) && Promise.reject(error)))) {
    await pause(5)
  }
  const store = (pk: string) => client.send(new PutItemCommand({ TableName, Item: marshall({ pk, lines }) }))
  return { child, port, store }
}

/** Returns how many pages of memory a process has taken from the system. */
function countPages({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[7])
}

it('calls take a tenth of the pages from the system once memory is held, and the database still stops', async () => {
  const binary = findDynoxide()
  if (binary === null || process.platform !== 'linux') return
  const { child, port, store } = await start(binary)
  const pagesOfRows = async () => {
    const before = countPages(child)
    for (let at = 0; at < ROWS; at++) await store(`row-${at}`)
    return countPages(child) - before
  }
  await store('first')
  const usual = await pagesOfRows()
  const memory = new AbortController()
  await holdMemory(port, memory.signal)
  await pagesOfRows()
  expect(await pagesOfRows()).toBeLessThan(usual / 10)
  memory.abort()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
})

it('a database that ends meanwhile is no error', async () => {
  const binary = findDynoxide()
  if (binary === null) return
  const { child, port } = await start(binary)
  const held = holdMemory(port, new AbortController().signal)
  child.kill('SIGKILL')
  await expect(held).resolves.toBeUndefined()
})
