import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { readTextSync, replaceFileSync } from '../stand-in/files.ts'
import { type BatchOptions, deliverRecords } from './batch.ts'
import { createStreamReader, type Page, type Position, type StreamRecord } from './reader.ts'

export interface StreamPump {
  /** Returns the number of records that were read and whose delivery has not begun. */
  waiting(): number
  inFlight(): number
  /** Returns the sequence number up to which the (only) shard is done; null before the first record. */
  done(): string | null
  /** Stops after the running call. Records that are not done are delivered again at the next start. */
  close(): Promise<void>
}

export interface StreamOptions extends Pick<BatchOptions, 'batch' | 'attempts' | 'invoke' | 'bury'> {
  readonly client: DynamoDBStreamsClient
  readonly streamArn: string
  /** File with the position in the stream up to which all is done. */
  readonly checkpointFile: string
  /** The ElectroDB entity whose new items are delivered. */
  readonly entity: string
  /** Delivers only new items with this `lane`; without it, new items of every lane. */
  readonly lane?: string | undefined
  /** Sort keys of rows of which every change is delivered, besides the new items of `entity`. */
  readonly alsoChanged?: readonly string[] | undefined
  readonly pollMs?: number
  /** Returns the milliseconds before the next attempt, after this number of attempts. */
  readonly retryDelay?: (attempt: number) => number
  /** Called whenever the position up to which all is done has moved. */
  readonly onProgress?: () => void
}

const AFTER_ERROR_MS = 1000

/** Number of batches that run at once. On AWS it is ten of a shard; a laptop has fewer cores. */
const BATCHES_AT_ONCE = 2

/**
 * Returns the milliseconds before a failed delivery is tried again: a second at first, then twice as long each time, at
 * most half a minute.
 */
export const computeRetryDelay = (attempt: number): number => Math.min(1000 * 2 ** Math.max(0, attempt - 1), 30_000)

/**
 * Delivers new items of one entity, and every change of the rows in `alsoChanged`, from the table's stream to a
 * function. Delivers them in order, in batches and at least once, as the position is on disk after each call. Calls
 * `bury` with each record that was given up.
 */
export function startStreamPump(options: StreamOptions): StreamPump {
  const { client, streamArn, checkpointFile, pollMs = 100, retryDelay = computeRetryDelay } = options
  const reader = createStreamReader(client, streamArn)
  const stopping = new AbortController()
  const counts = { waiting: 0, inFlight: 0 }
  mkdirSync(dirname(checkpointFile), { recursive: true })
  let position = readCheckpoint(checkpointFile, streamArn)
  const finished = run()

  function move(shardId: string, after: string | null, ended = false): void {
    position = { ...position, [shardId]: ended ? { after, ended } : { after } }
    replaceFileSync(checkpointFile, JSON.stringify({ streamArn, position }))
    options.onProgress?.()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pages = await reader.read(position).catch(complain)
      for (const page of pages ?? []) await take(page)
      if (!pages?.length) await pause(pages ? pollMs : AFTER_ERROR_MS, stopping.signal)
    }
  }

  async function take({ shardId, records, ended }: Page): Promise<void> {
    // Most records are unwanted, such as rows of the search index, so only wanted ones get Lambda's form.
    const wanted = records.filter((record) => isWanted(record, options)).map(reader.toLambdaRecord)
    const batches = inBatches(wanted, options.batch)
    const undone = new Set(wanted)
    counts.waiting = wanted.length
    const settings = {
      ...options,
      async invoke(event: DynamoDBStreamEvent) {
        counts.inFlight += event.Records.length
        try {
          return await options.invoke(event)
        } finally {
          counts.inFlight -= event.Records.length
        }
      },
      onDone(last: DynamoDBRecord, batch: readonly DynamoDBRecord[]) {
        for (const record of batch.slice(0, batch.indexOf(last) + 1)) undone.delete(record)
        counts.waiting = undone.size
        const [first] = undone
        const before = wanted[(first ? wanted.indexOf(first) : wanted.length) - 1]
        if (before) move(shardId, sequenceOf(before))
      },
      pause: (attempt: number) => pause(retryDelay(attempt), stopping.signal),
      signal: stopping.signal,
    }
    const deliver = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        if (!(await deliverRecords(batch, settings))) return
      }
    }
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, deliver))
    const last = records.at(-1)
    if (undone.size === 0) move(shardId, last ? sequenceOf(last) : (position[shardId]?.after ?? null), ended)
  }

  function complain(error: unknown): null {
    if (!stopping.signal.aborted) process.emitWarning(`The stream could not be read: ${error}`)
    return null
  }

  return {
    waiting: () => counts.waiting - counts.inFlight,
    inFlight: () => counts.inFlight,
    done: () => Object.values(position)[0]?.after ?? null,
    async close() {
      stopping.abort()
      await finished
    },
  }
}

const sequenceOf = (record: DynamoDBRecord | StreamRecord) => record.dynamodb?.SequenceNumber ?? null

const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

type Wanted = Pick<StreamOptions, 'entity' | 'lane' | 'alsoChanged'>

function isWanted({ eventName, dynamodb }: StreamRecord, { entity, lane, alsoChanged = [] }: Wanted): boolean {
  const image = dynamodb?.NewImage
  const isNew = eventName === 'INSERT' && image?.['__edb_e__']?.S === entity
  return (isNew && (!lane || image['lane']?.S === lane)) || alsoChanged.includes(dynamodb?.Keys?.['sk']?.S ?? '')
}

/** Waits for `ms` milliseconds, or until `signal` is aborted. */
const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }).catch(() => undefined)

function readCheckpoint(file: string, streamArn: string): Position {
  const stored = JSON.parse(readTextSync(file) ?? '{}')
  return stored.streamArn === streamArn ? stored.position : {}
}
