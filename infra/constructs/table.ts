import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AttributeType, Billing, StreamViewType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { type Environment, tableNameOf } from '../environments.ts'
import { limits } from '../limits.ts'
import { manifest } from '../manifest.ts'

export interface TableProps {
  readonly key: IKey
  readonly environment: Environment
}

const text = (name: string) => ({ name, type: AttributeType.STRING })

/**
 * Creates the table, encrypted with `key`: keys `pk`/`sk`, the manifest's indexes and TTL, point-in-time recovery, and
 * a stream of new images. The table stays when the stack is removed. Its id and name have its generation, so that the
 * stack takes over a table that was restored under the next name.
 */
export const createDataTable = (scope: Construct, id: string, { key, environment }: TableProps): TableV2 =>
  new TableV2(scope, `${id}${environment.tableGeneration}`, {
    tableName: tableNameOf(Stack.of(scope).stackName, environment),
    partitionKey: text('pk'),
    sortKey: text('sk'),
    globalSecondaryIndexes: manifest.table.indexes.map((indexName) => ({
      indexName,
      partitionKey: text(`${indexName}pk`),
      sortKey: text(`${indexName}sk`),
    })),
    timeToLiveAttribute: manifest.table.ttl,
    billing: Billing.onDemand({ maxReadRequestUnits: limits.tableReads, maxWriteRequestUnits: limits.tableWrites }),
    encryption: TableEncryptionV2.customerManagedKey(key),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: environment.isProtected,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    dynamoStream: StreamViewType.NEW_IMAGE,
  })
