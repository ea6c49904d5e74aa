import { gzipSync } from 'node:zlib'
import { CreateTableCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { startDatabase } from '../../testing/database/database.ts'
import { createDatabaseClient } from '../../testing/database/table.ts'

/*
 * The work by which `machine-speed.ts` measures a machine: as much as the product and its tests, it makes, reads, sorts
 * and compresses rows, and stores and reads them in the local DynamoDB. A virtual machine slows these down unequally,
 * most of all what takes memory from the system, as the start of the database does.
 */

const ROWS = 30_000
const ROUNDS = 2
const STORED = 200
const QUERIES = 25
/** Rows under one key, as many as a query reads. */
const TOGETHER = 20

const makeRow = (at: number, round: number) => ({
  id: `row-${at}`,
  amount: at * round,
  name: `Jansen ${(at * 7919) % 1000}`,
})

for (let round = 0; round < ROUNDS; round++) {
  const rows = Array.from({ length: ROWS }, (_, at) => makeRow(at, round))
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows
  const text = JSON.stringify(read.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
  gzipSync(text.slice(0, 1_000_000))
}

const database = await startDatabase()
const client = createDatabaseClient(database.url)
const TableName = 'reference'
await client.send(
  new CreateTableCommand({
    ...{ TableName, BillingMode: 'PAY_PER_REQUEST' },
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  }),
)
const keyOf = (at: number) => `key-${at % (STORED / TOGETHER)}`
for (let at = 0; at < STORED; at++) {
  const lines = Array.from({ length: 10 }, (_, line) => makeRow(line, at))
  await client.send(new PutItemCommand({ TableName, Item: marshall({ pk: keyOf(at), sk: `row-${at}`, lines }) }))
}
for (let at = 0; at < QUERIES; at++) {
  const values = { ':pk': { S: keyOf(at) } }
  await client.send(
    new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: values }),
  )
}
client.destroy()
await database.stop()
