import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { tableDefinition } from '../../infra/local/table/table-definition.ts'

/**
 * Creates an empty table as in the manifest, but without a stream, which tests do not read and which slows writes.
 * Returns a function that drops the table. Throws when the database has ended.
 */
export async function createTable(url: string, TableName: string): Promise<() => Promise<void>> {
  const client = createDatabaseClient(url)
  const { StreamSpecification: _, ...definition } = tableDefinition(TableName)
  await client.send(new CreateTableCommand(definition)).catch((error: unknown) => {
    throw isConnectionRefused(error)
      ? new Error('The database of the tests has ended; the first failure tells when.')
      : error
  })
  return async () => {
    await client.send(new DeleteTableCommand({ TableName }))
    client.destroy()
  }
}

/** Returns a DynamoDB client for the test database that never retries. */
export const createDatabaseClient = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })

/** Tells whether an error means that nothing listens at the address. */
export const isConnectionRefused = (error: unknown) => error instanceof Error && error.message.includes('ECONNREFUSED')
