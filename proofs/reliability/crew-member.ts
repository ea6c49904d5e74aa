/**
 * A process that tests can kill. It runs the Lambda function of a domain; the argument is the file of that function. It
 * takes events from its parent, several at a time, and sends the replies back.
 */
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'

interface Job {
  readonly number: number
  readonly event: APIGatewayProxyEventV2
}

const { handler } = await import(new URL(`../../functions/${process.argv[2]}`, import.meta.url).href)
const run = handler as unknown as (event: APIGatewayProxyEventV2, context: Context) => Promise<object>

process.on('message', async ({ number, event }: Job) => {
  const context = { functionName: 'proof', awsRequestId: String(number), getRemainingTimeInMillis: () => 15_000 }
  process.send?.({ number, reply: await run(event, context as Context) })
})
process.send?.({ ready: true })
