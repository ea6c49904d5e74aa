import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'

/**
 * Position in a stream: for each shard the sequence number of the last record read (`after`), and `ended` once the
 * shard was read to its end.
 */
export type Position = Readonly<Record<string, { readonly after: string | null; readonly ended?: true }>>

export interface Page {
  readonly shardId: string
  readonly records: readonly StreamRecord[]
  /** True when the shard is closed and these records are its last. */
  readonly ended: boolean
}

export interface StreamReader {
  /**
   * Returns the next records of every open shard after `position`. A child shard is read only after its parent was read
   * to the end.
   */
  read(position: Position): Promise<Page[]>
  /** Returns a record as Lambda passes it on: bytes as base64, the moment in seconds. */
  toLambdaRecord(record: StreamRecord): DynamoDBRecord
}

/** A record in the form of the stream. */
export type StreamRecord = _Record

const REGION = 'eu-west-1'
/** Number of records in a page, the most that DynamoDB returns. */
const PAGE = 1000
const DESCRIBE_EVERY_MS = 5000

/** Creates a reader of a DynamoDB table's stream, which returns records in order. */
export function createStreamReader(client: DynamoDBStreamsClient, StreamArn: string): StreamReader {
  const iterators = new Map<string, { after: string | null; iterator: string }>()
  let shards: readonly Shard[] = []
  let describedAt = Number.NEGATIVE_INFINITY

  async function openShards(position: Position): Promise<string[]> {
    if (performance.now() > describedAt + DESCRIBE_EVERY_MS) {
      const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }))
      shards = StreamDescription?.Shards ?? []
      describedAt = performance.now()
    }
    const ids = new Set(shards.map((shard) => shard.ShardId))
    const isOpen = (id: string) => !position[id]?.ended
    return shards.flatMap(({ ShardId, ParentShardId }) => {
      if (!ShardId || !isOpen(ShardId)) return []
      return ParentShardId && ids.has(ParentShardId) && isOpen(ParentShardId) ? [] : [ShardId]
    })
  }

  async function iteratorOf(ShardId: string, after: string | null): Promise<string> {
    const known = iterators.get(ShardId)
    if (known && known.after === after) return known.iterator
    const oldest = { ShardIteratorType: 'TRIM_HORIZON' as const }
    const where = after ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: after } : oldest
    const ask = (start: typeof where) =>
      client
        .send(new GetShardIteratorCommand({ StreamArn, ShardId, ...start }))
        .then((reply) => reply.ShardIterator ?? '')
    return ask(where).catch((error) => {
      if (error instanceof Error && error.name === 'TrimmedDataAccessException') return ask(oldest)
      throw error
    })
  }

  async function readShard(shardId: string, after: string | null): Promise<Page> {
    const ShardIterator = await iteratorOf(shardId, after)
    iterators.delete(shardId)
    const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator, Limit: PAGE }))
    const last = Records.at(-1)?.dynamodb?.SequenceNumber ?? after
    if (NextShardIterator) iterators.set(shardId, { after: last, iterator: NextShardIterator })
    return { shardId, records: Records, ended: !NextShardIterator }
  }

  return {
    async read(position) {
      const pages: Page[] = []
      for (const shardId of await openShards(position)) {
        const page = await readShard(shardId, position[shardId]?.after ?? null)
        if (page.records.length > 0 || page.ended) pages.push(page)
      }
      return pages
    },
    toLambdaRecord: (record) => lambdaRecord(record, StreamArn),
  }
}

function lambdaRecord(record: StreamRecord, eventSourceARN: string): DynamoDBRecord {
  const { ApproximateCreationDateTime: moment, ...change } = record.dynamodb ?? {}
  const text = JSON.stringify({ ...record, dynamodb: change }, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
  const plain = JSON.parse(text)
  return {
    ...plain,
    awsRegion: REGION,
    eventSourceARN,
    dynamodb: { ...plain.dynamodb, ...(moment ? { ApproximateCreationDateTime: moment.getTime() / 1000 } : {}) },
  }
}
