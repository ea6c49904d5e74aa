import type { S3Event, SQSEvent, SQSRecord } from 'aws-lambda'
import { expect } from 'vitest'
import type { World } from './world.ts'

/** Functions that events of the upload bucket start. */
type Job = 'contract-import' | 'lead-import'

/** Returns the object key of an S3 event, decoded; empty without an event. */
export const objectKeyOf = (event?: S3Event): string =>
  decodeURIComponent((event?.Records[0]?.s3.object.key ?? '').replaceAll('+', ' '))

/**
 * Delivers an event of the upload bucket to a function, as its queue does for the `times`-th time. Returns whether the
 * function accepted the event; false for an undefined event.
 */
export async function deliverEvent(job: Job, event: S3Event | undefined, times = 1): Promise<boolean> {
  const { handler } = await import(/* @vite-ignore */ `../events/${job}.ts`)
  const attributes: Partial<SQSRecord['attributes']> = { ApproximateReceiveCount: `${times}` }
  const Records = [{ messageId: 'm', attributes, body: JSON.stringify(event) }]
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent)
  return batchItemFailures.length === 0
}

/**
 * Delivers the last event of an object, or an event about its version `eTag`. Then delivers the events of objects that
 * the function stores, until none is left. Fails the test when the function does not accept one.
 */
export async function deliverObjectEvent(world: World, job: Job, key: string, eTag?: string): Promise<void> {
  const coming = world.created.length
  const last = world.created.findLast((event) => objectKeyOf(event) === key)
  const version = { Records: [{ s3: { object: { key, eTag } } }] } as unknown as S3Event
  expect(await deliverEvent(job, eTag === undefined ? last : version), key).toBe(true)
  for (let at = coming; at < world.created.length; at++) {
    const event = world.created[at]
    if (event) expect(await deliverEvent(job, event), objectKeyOf(event)).toBe(true)
  }
}
