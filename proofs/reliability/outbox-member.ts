/** A process that tests can kill. It runs the outbox function, as Lambda does, on stream events from its parent. */
import type { DynamoDBStreamEvent } from 'aws-lambda'

const { handler } = await import('../../events/outbox.ts')

process.on('message', async (event: DynamoDBStreamEvent) => {
  process.send?.(await handler(event))
})
process.send?.({ ready: true })
