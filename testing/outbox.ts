import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { asFunction } from './rights.ts'

/** The outbox items that a record gave rise to. Call it after `startWorld`, as the next one. */
export async function outboxOf(subject: string) {
  const { Outbox } = await import('../functions/platform/outbox.ts')
  return (await Outbox.query.bySubject({ subject }).go({ pages: 'all' })).data
}

/** Builds the stream event about outbox items; those of one subject are processed in order. */
export const outboxEventOf = (items: readonly { id: string; subject: string }[]): DynamoDBStreamEvent => ({
  Records: items.map(({ id, subject }) => ({
    eventName: 'INSERT' as const,
    dynamodb: { SequenceNumber: id, NewImage: { id: { S: id }, subject: { S: subject } } },
  })),
})

type Item = Awaited<ReturnType<typeof outboxOf>>[number]

const told = (items: readonly Item[]): DynamoDBStreamEvent => ({
  Records: items.map(({ id }) => ({
    eventName: 'INSERT' as const,
    dynamodb: { SequenceNumber: id, NewImage: { id: { S: id } } },
  })),
})

/** Builds the stream event about every outbox item of a record. */
export const outboxEvent = async (subject: string): Promise<DynamoDBStreamEvent> => told(await outboxOf(subject))

/** The stream delivers whatever a record put in the outbox, once more, to the function of its lane. */
export const deliverOutbox = async (subject: string): Promise<DynamoDBBatchResponse> =>
  deliverItems(await outboxOf(subject))

/** The stream delivers some items of the outbox, each to the function of its lane. */
export async function deliverItems(items: readonly Item[]): Promise<DynamoDBBatchResponse> {
  const { handler: now } = await import('../events/outbox.ts')
  const { handler: later } = await import('../events/outbox-later.ts')
  const waiting = items.filter(({ lane }) => lane === 'later')
  const others = items.filter(({ lane }) => lane !== 'later')
  const replies = [
    ...(others.length > 0 ? [await asFunction('outbox', () => now(told(others)))] : []),
    ...(waiting.length > 0 ? [await asFunction('outbox-later', () => later(told(waiting)))] : []),
  ]
  return { batchItemFailures: replies.flatMap(({ batchItemFailures }) => batchItemFailures) }
}
