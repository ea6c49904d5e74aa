/** An error reply of DynamoDB in its JSON protocol. */
export interface Refusal {
  readonly name: string
  readonly body: string
}

const NAMESPACE = 'com.amazonaws.dynamodb.v20120810#'

/**
 * Returns a random throttling error of DynamoDB: for a limit of the table or of the account. A transaction of
 * `requestItems` items may also get the error that one throttled item cancelled it.
 */
export function makeThrottlingReply(operation: string, requestItems: number, random: () => number): Refusal {
  if (operation === 'TransactWriteItems' && random() < 0.5) return cancelledTransaction(requestItems, random)
  return random() < 0.5
    ? makeDynamoErrorReply(
        'ProvisionedThroughputExceededException',
        'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.',
      )
    : makeDynamoErrorReply(
        'ThrottlingException',
        'Throughput exceeds the current throughput limit for your account.',
        'com.amazon.coral.availability#',
      )
}

/**
 * Returns an error reply of DynamoDB with this error name and message. `namespace` stands before the name in the reply.
 */
export function makeDynamoErrorReply(name: string, message: string, namespace = NAMESPACE): Refusal {
  return { name, body: JSON.stringify({ __type: namespace + name, message }) }
}

function cancelledTransaction(requestItems: number, random: () => number): Refusal {
  const throttled = Math.floor(random() * Math.max(1, requestItems))
  const reasons = Array.from({ length: Math.max(1, requestItems) }, (_, index) =>
    index === throttled
      ? { Code: 'ThrottlingError', Message: 'Throughput exceeds the current capacity of your table or index.' }
      : { Code: 'None' },
  )
  const codes = reasons.map((reason) => reason.Code).join(', ')
  const name = 'TransactionCanceledException'
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return { name, body: JSON.stringify({ __type: NAMESPACE + name, Message, CancellationReasons: reasons }) }
}
