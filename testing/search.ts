import { manifest } from '../infra/manifest.ts'
import { runAsFunction } from './rights.ts'

type Key = { readonly pk: string; readonly sk: string }
type Write = { readonly Item?: Partial<Key>; readonly Key?: Partial<Key> }
interface Sent {
  readonly TransactItems?: readonly Readonly<Record<string, Write>>[]
  readonly RequestItems?: Readonly<Record<string, readonly Readonly<Record<string, Write>>[]>>
}

const searched: ReadonlySet<string> = new Set(manifest.jobs.later.trigger.alsoChanged)

/** Returns the keys of the rows that a call writes, as far as the search index must follow these rows. */
function keysIn(input: Write & Sent): Key[] {
  const parts = [
    ...(input.TransactItems ?? []).filter((item) => !('ConditionCheck' in item)).flatMap((item) => Object.values(item)),
    ...Object.values(input.RequestItems ?? {}).flatMap((all) => (Array.isArray(all) ? all.flatMap(Object.values) : [])),
    input,
  ] as Write[]
  return parts.flatMap(({ Item, Key }) => {
    const { pk, sk } = Item ?? Key ?? {}
    return pk !== undefined && sk !== undefined && searched.has(sk) ? [{ pk, sk }] : []
  })
}

/**
 * Stands in for the table's stream, which tests do not have. Notes each write of a row that can be found by search; the
 * returned `deliver` passes these changes to the search index. Call it after `startWorld`.
 */
export async function startSearchStream() {
  const { documents } = await import('../functions/platform/data/table.ts')
  const { handler } = await import('../events/later.ts')
  let changed: Key[] = []
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const reply = await next(args)
        if (/Put|Update|Delete|Write/.test(commandName ?? '')) changed.push(...keysIn(args.input as Write & Sent))
        return reply
      },
    { step: 'initialize', name: 'searchStream', override: true },
  )
  const tell = async (keys: readonly Key[]) => {
    const Records = keys.map(({ pk, sk }, at) => ({
      eventName: 'MODIFY' as const,
      dynamodb: { SequenceNumber: String(at), Keys: { pk: { S: pk }, sk: { S: sk } } },
    }))
    const { batchItemFailures } = await runAsFunction('later', () => handler({ Records }))
    if (batchItemFailures.length > 0) throw new Error('What changed was not filed')
  }
  return {
    /** Passes the changes since the last call to the search index, once. */
    deliver: async () => {
      const keys = changed
      changed = []
      await tell(keys)
    },
    /** Drops the changes since the last call, as a crash may; returns their keys. */
    lose: () => {
      const keys = changed
      changed = []
      return keys
    },
    /** Passes the given changes to the search index again. */
    tell,
  }
}
