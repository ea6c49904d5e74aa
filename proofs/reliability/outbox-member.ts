/** A process for tests to kill, which runs the outbox's function as Lambda would, on stream events of its parent. */
import type { DynamoDBStreamEvent } from 'aws-lambda'

const { handler } = await import('../../events/outbox.ts')

process.on('message', async (event: DynamoDBStreamEvent) => {
  process.send?.(await handler(event))
})
process.send?.({ ready: true })
