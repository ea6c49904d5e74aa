import { type Instant, instantAt } from '../../shared/time.ts'
import { ask, orNull } from './aws-cli.ts'
import type { Cloud } from './cloud.ts'

/** Returns a moment of the CLI, such as `2026-11-29T10:00:00+01:00`, in our form. */
const momentOf = (text: string): Instant => instantAt(Date.parse(text))

/** The calls about tables, and those that restore one. */
export const tables: Pick<Cloud, 'table' | 'restorable' | 'restoreTable' | 'completeTable'> = {
  async table(region, name) {
    interface Described {
      readonly Table?: {
        readonly TableStatus?: string
        readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[]
        readonly RestoreSummary?: { readonly RestoreDateTime?: string }
      }
    }
    const call = ask<Described>(region, 'dynamodb', 'describe-table', { TableName: name })
    const found = (await orNull(call, 'ResourceNotFoundException'))?.Table
    if (!found) return null
    const { TableStatus: status = '', RestoreSummary, GlobalSecondaryIndexes = [] } = found
    const { RestoreDateTime } = RestoreSummary ?? {}
    return {
      status,
      restoredTo: RestoreDateTime ? momentOf(RestoreDateTime) : null,
      indexes: GlobalSecondaryIndexes.map(({ IndexName }) => IndexName),
    }
  },

  async restorable(region, name) {
    interface Described {
      readonly ContinuousBackupsDescription?: {
        readonly PointInTimeRecoveryDescription?: {
          readonly EarliestRestorableDateTime?: string
          readonly LatestRestorableDateTime?: string
        }
      }
    }
    const asked = { TableName: name }
    const found = await ask<Described>(region, 'dynamodb', 'describe-continuous-backups', asked)
    const { EarliestRestorableDateTime, LatestRestorableDateTime } =
      found.ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {}
    if (!EarliestRestorableDateTime || !LatestRestorableDateTime)
      throw new Error(`${name} has no moments to restore to`)
    return { earliest: momentOf(EarliestRestorableDateTime), latest: momentOf(LatestRestorableDateTime) }
  },

  async restoreTable(region, { from, to, at }) {
    const asked = { SourceTableName: from, TargetTableName: to, RestoreDateTime: at }
    await ask(region, 'dynamodb', 'restore-table-to-point-in-time', asked)
  },

  async completeTable(region, name, { ttl, indexes, tableReads, tableWrites }) {
    const named = { TableName: name }
    const OnDemandThroughput = { MaxReadRequestUnits: tableReads, MaxWriteRequestUnits: tableWrites }
    const call = async (operation: string, input: object) => {
      await ask(region, 'dynamodb', operation, { ...named, ...input })
      await ask(region, 'dynamodb', 'wait', {}, 'table-exists', '--table-name', name)
    }
    // DynamoDB takes one kind of change at a time, and refuses to switch on what is on.
    const { Table } = await ask<{ Table?: { readonly StreamSpecification?: object } }>(
      ...([region, 'dynamodb', 'describe-table', named] as const),
    )
    if (!Table?.StreamSpecification) {
      const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' }
      await call('update-table', { StreamSpecification })
    }
    await call('update-table', { DeletionProtectionEnabled: true })
    await call('update-table', {
      OnDemandThroughput,
      GlobalSecondaryIndexUpdates: indexes.map((IndexName) => ({ Update: { IndexName, OnDemandThroughput } })),
    })
    const { TimeToLiveDescription } = await ask<{ TimeToLiveDescription?: { readonly TimeToLiveStatus?: string } }>(
      ...([region, 'dynamodb', 'describe-time-to-live', named] as const),
    )
    if (TimeToLiveDescription?.TimeToLiveStatus !== 'ENABLED') {
      const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl }
      await call('update-time-to-live', { TimeToLiveSpecification })
    }
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    await call('update-continuous-backups', { PointInTimeRecoverySpecification })
  },
}
