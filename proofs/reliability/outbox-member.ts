/** A process that runs the outbox's function as Lambda would, to be killed: takes stream events from its parent. */
import type { DynamoDBStreamEvent } from 'aws-lambda'

const { handler } = await import('../../events/outbox.ts')

process.on('message', async (event: DynamoDBStreamEvent) => {
  process.send?.(await handler(event))
})
process.send?.({ ready: true })
