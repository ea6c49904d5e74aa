import { useState } from 'react'
import { type ChangedNumbers, MOST_NUMBERS, type manyNumbers } from '../../../shared/api/parts/many-numbers.ts'
import { formatNumber } from '../../lib/format.ts'
import { beginAction } from '../../records/begin-action.ts'
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

/** Sends a part of the numbers, each with what belongs to it. */
export type SendPart<Item> = (
  items: readonly Item[],
  mode: Mode,
  action: ReturnType<typeof beginAction>,
) => Promise<ChangedNumbers>

interface Many<Item> {
  readonly send: SendPart<Item>
  readonly words: ManyWords
  readonly onStored: () => void
}

/** Sends items in parts, until one fails; returns what was changed before, and the failure. */
async function sendAll<Item extends { readonly number: string }>(
  send: SendPart<Item>,
  items: readonly Item[],
  mode: Mode,
) {
  const action = beginAction()
  const changed = new Set<string>()
  let [known, refused] = [0, 0]
  let failure: unknown
  try {
    for (let from = 0; from < items.length; from += MOST_NUMBERS) {
      const part = await send(items.slice(from, from + MOST_NUMBERS), mode, action)
      for (const number of part.numbers) changed.add(number)
      known += part.known
      refused += part.refused
    }
  } catch (error) {
    failure = error
  }
  return { changed: items.filter(({ number }) => changed.has(number)), known, refused, failure }
}

/**
 * Changes many numbers in parts: `check` returns what would change, `store` stores it and offers to undo it for ten
 * minutes (market 67e). What was stored before a part failed can be undone too.
 */
export function useManyNumbers<Item extends { readonly number: string }>({ send, words, onStored }: Many<Item>) {
  const [isBusy, setBusy] = useState(false)

  async function run(items: readonly Item[], mode: Mode) {
    setBusy(true)
    const sent = await sendAll(send, items, mode)
    setBusy(false)
    return sent
  }

  async function undo(items: readonly Item[]): Promise<null> {
    const { changed, failure } = await sendAll(send, items, 'undo')
    if (failure && changed.length === 0) throw failure
    const left = items.length - changed.length
    toast({
      title: changed.length === 0 ? 'Niets ongedaan gemaakt' : words.undone,
      ...(left > 0 && { description: `${formatNumber(left)} ${left === 1 ? 'bleef' : 'bleven'} staan.` }),
    })
    return null
  }

  return {
    isBusy,
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
