import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { manifest } from '../../manifest.ts'

/**
 * Returns the request that creates a table, by default with the manifest's indexes: `pk`/`sk`, every index with all
 * attributes, a stream.
 */
export function tableDefinition(
  TableName: string,
  indexes: readonly string[] = manifest.table.indexes,
): CreateTableCommandInput {
  const prefixes = ['', ...indexes]
  const schema = (prefix: string) => [
    { AttributeName: `${prefix}pk`, KeyType: 'HASH' as const },
    { AttributeName: `${prefix}sk`, KeyType: 'RANGE' as const },
  ]
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: prefixes
      .flatMap((prefix) => [`${prefix}pk`, `${prefix}sk`])
      .map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    KeySchema: schema(''),
    GlobalSecondaryIndexes: indexes.map((IndexName) => ({
      IndexName,
      KeySchema: schema(IndexName),
      Projection: { ProjectionType: 'ALL' as const },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  }
}
