import type { ChangedNumbers, manyNumbers } from '../../../shared/api/parts/many-numbers.ts'
import { formatNumber } from '../../lib/format.ts'
import { showFailure } from '../../records/failure.ts'
import { showUndoable } from '../../records/undo.ts'
import { toast } from '../../ui/messages/toast.ts'

type Mode = (typeof manyNumbers.modes)[number]

/** Words of the toasts about a change of many numbers. */
export interface ManyWords {
  readonly done: string
  readonly undone: string
  /** Reason for which numbers were left out. */
  readonly left: string
  readonly failed: string
}

/** Sends the numbers in parts, each with what belongs to it; see `useParts`. */
export type SendNumbers<Item> = (
  items: readonly Item[],
  mode: Mode,
) => Promise<{ readonly replies: readonly ChangedNumbers[]; readonly failure?: unknown }>

interface Many<Item> {
  readonly send: SendNumbers<Item>
  readonly words: ManyWords
  readonly onStored: () => void
}

/**
 * Changes many numbers in parts: `check` returns what would change, `store` stores it and offers to undo it for ten
 * minutes (market 67e). What was stored before a part failed can be undone too.
 */
export function useManyNumbers<Item extends { readonly number: string }>({ send, words, onStored }: Many<Item>) {
  async function run(items: readonly Item[], mode: Mode) {
    const { replies, failure } = await send(items, mode)
    const changed = new Set(replies.flatMap(({ numbers }) => numbers))
    const known = replies.reduce((sum, part) => sum + part.known, 0)
    const refused = replies.reduce((sum, part) => sum + part.refused, 0)
    return { changed: items.filter(({ number }) => changed.has(number)), known, refused, failure }
  }

  async function undo(items: readonly Item[]): Promise<null> {
    const { changed, failure } = await run(items, 'undo')
    if (failure && changed.length === 0) throw failure
    const left = items.length - changed.length
    toast({
      title: changed.length === 0 ? 'Niets ongedaan gemaakt' : words.undone,
      ...(left > 0 && { description: `${formatNumber(left)} ${left === 1 ? 'bleef' : 'bleven'} staan.` }),
    })
    return null
  }

  return {
    /** Returns what storing these would change. Throws the failure. */
    check: async (items: readonly Item[]) => {
      const { failure, ...found } = await run(items, 'check')
      if (failure) throw failure
      return found
    },
    store: async (items: readonly Item[]): Promise<void> => {
      const { changed, failure } = await run(items, 'store')
      if (failure && changed.length === 0) return showFailure(failure, { fallback: words.failed })
      const left = items.length - changed.length
      const message = {
        title: `${words.done}: ${changed.length === 1 ? '1 nummer' : `${formatNumber(changed.length)} nummers`}`,
        ...(left > 0 && {
          description: `${formatNumber(left)} ${failure ? 'niet vastgelegd, probeer het opnieuw' : words.left}.`,
        }),
      }
      if (changed.length === 0) toast(message)
      else showUndoable(message, null, { undo: () => undo(changed), fallback: words.failed })
      onStored()
    },
  }
}
