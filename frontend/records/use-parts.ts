import { useState } from 'react'
import type { CallInput, Endpoint } from '../../shared/api/parts/endpoint.ts'
import type { Reply } from '../lib/client.ts'
import { runAction } from '../lib/freshness.ts'
import { useCommand } from '../lib/query.ts'

/**
 * Returns `send`, which calls an endpoint for many items in parts of at most `most`, one after the other, as one action
 * of the user. It stops at a part that fails, and returns the replies to the parts before that with the `failure`.
 */
export function useParts<const E extends Endpoint>(endpoint: E, most: number) {
  const { mutateAsync } = useCommand(endpoint)
  const [isBusy, setBusy] = useState(false)
  async function send<Item>(items: readonly Item[], inputOf: (part: Item[]) => CallInput<E>) {
    const replies: Reply<E>[] = []
    setBusy(true)
    const failure = await runAction([endpoint], async (action) => {
      for (let from = 0; from < items.length; from += most) {
        replies.push(await mutateAsync({ ...inputOf(items.slice(from, from + most)), ...action }))
      }
    }).catch((error: unknown) => error)
    setBusy(false)
    return { replies, failure }
  }
  return { isBusy, send }
}
