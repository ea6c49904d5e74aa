import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { runAsFunction } from './rights.ts'

/** Returns the outbox items of the record with this id (`subject`). Call it after `startWorld`. */
export async function readOutboxOf(subject: string) {
  const { Outbox } = await import('../functions/platform/data/outbox.ts')
  return (await Outbox.query.bySubject({ subject }).go({ pages: 'all' })).data
}

const keysOf = (id: string) => ({ pk: { S: `outbox#${id}` }, sk: { S: 'outbox' } })

/** Returns the stream event about outbox items; those of one subject are processed in order. */
export const outboxEventOf = (items: readonly { id: string; subject: string }[]): DynamoDBStreamEvent => ({
  Records: items.map(({ id, subject }) => ({
    eventName: 'INSERT' as const,
    dynamodb: { SequenceNumber: id, Keys: keysOf(id), NewImage: { id: { S: id }, subject: { S: subject } } },
  })),
})

type Item = Awaited<ReturnType<typeof readOutboxOf>>[number]

/** Returns the stream event about every outbox item of a record. */
export const readOutboxEvent = async (subject: string): Promise<DynamoDBStreamEvent> =>
  outboxEventOf(await readOutboxOf(subject))

/** Delivers the outbox items of a record as `deliverItems` does, also items that were delivered before. */
export const deliverOutbox = async (subject: string): Promise<DynamoDBBatchResponse> =>
  deliverItems(await readOutboxOf(subject))

/** Delivers some outbox items: waiting work to the function `later`, other work to `outbox`. Returns the failures. */
export async function deliverItems(items: readonly Item[]): Promise<DynamoDBBatchResponse> {
  const { handler: now } = await import('../events/outbox.ts')
  const { handler: later } = await import('../events/later.ts')
  const waiting = items.filter(({ lane }) => lane === 'later')
  const others = items.filter(({ lane }) => lane !== 'later')
  const replies = [
    ...(others.length > 0 ? [await runAsFunction('outbox', () => now(outboxEventOf(others)))] : []),
    ...(waiting.length > 0 ? [await runAsFunction('later', () => later(outboxEventOf(waiting)))] : []),
  ]
  return { batchItemFailures: replies.flatMap(({ batchItemFailures }) => batchItemFailures) }
}
