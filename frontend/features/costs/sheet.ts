import type { SavedCells, TimeEntry } from '../../../shared/contract/costs.ts'
import { CallError, sayingOf } from '../../lib/call-error.ts'
import { type Cell, cellOf, keyOf } from './cells.ts'
import { hoursText, readHours } from './hours-text.ts'

/** What was typed into a cell and is not saved. */
export interface Draft extends Cell {
  readonly text: string
  /** `waiting`: it is sent next; `wrong`: it has to be corrected first. */
  readonly state: 'typed' | 'saving' | 'waiting' | 'wrong'
  /** Why it is wrong. */
  readonly problem?: string
  /** A new description; undefined leaves the old one. */
  readonly description?: string | null
}

export interface SheetState {
  readonly drafts: ReadonlyMap<string, Draft>
  /** What this sheet saved, by key; null for an emptied cell. Goes before what was fetched. */
  readonly confirmed: ReadonlyMap<string, TimeEntry | null>
  readonly isSaving: boolean
  /** When cells were saved last, in epoch milliseconds. */
  readonly savedAt: number | null
  /** Why the last attempt to save failed. */
  readonly failure: string | null
}

/** One cell to set, as the API takes it. */
export type CellChange = Cell & { readonly hours: number | null; readonly description?: string | null }

interface SheetPorts {
  /** The texts that were left unsaved before, by the key of their cell. */
  readonly kept: Readonly<Record<string, unknown>>
  /** Keeps what is not saved on this device. */
  readonly keep: (texts: Readonly<Record<string, string>>) => void
  readonly fetched: (key: string) => TimeEntry | undefined
  readonly save: (cells: CellChange[]) => Promise<SavedCells>
  /** Cells were saved: puts them into what is shown as saved. */
  readonly onSaved: (saved: readonly TimeEntry[], touched: readonly Cell[]) => void
}

export type Sheet = ReturnType<typeof makeSheet>

/**
 * Makes the sheet of a week: holds what is typed, saves cells as they are left, one request after the other, and keeps
 * those that are wrong or could not be sent.
 */
export function makeSheet({ kept, keep, fetched, save, onSaved }: SheetPorts) {
  let state: SheetState = {
    drafts: restored(kept),
    confirmed: new Map(),
    isSaving: false,
    savedAt: null,
    failure: null,
  }
  const listeners = new Set<() => void>()

  function change(next: Partial<SheetState>): void {
    state = { ...state, ...next }
    if (next.drafts) keep(Object.fromEntries([...next.drafts].map(([key, { text }]) => [key, text])))
    for (const listener of listeners) listener()
  }

  function put(drafts: readonly Draft[], gone: readonly string[] = []): void {
    const next = new Map(state.drafts)
    for (const key of gone) next.delete(key)
    for (const draft of drafts) next.set(keyOf(draft), draft)
    change({ drafts: next })
  }

  function entryOf(key: string): TimeEntry | undefined {
    const confirmed = state.confirmed.get(key)
    return confirmed === undefined ? fetched(key) : (confirmed ?? undefined)
  }

  function confirm(saved: readonly TimeEntry[], touched: readonly Cell[]): void {
    const confirmed = new Map(state.confirmed)
    for (const cell of touched) confirmed.set(keyOf(cell), null)
    for (const entry of saved) confirmed.set(keyOf(entry), entry)
    change({ confirmed, savedAt: Date.now() })
    onSaved(saved, touched)
  }

  const savedText = (cell: Cell) => hoursText(entryOf(keyOf(cell))?.hours)

  /** Decides what is to be done with a text: nothing, to correct it, or to save it. */
  function judged(draft: Draft): Draft | null {
    const reading = readHours(draft.text)
    if ('problem' in reading) return { ...draft, state: 'wrong', problem: reading.problem }
    const { problem: _, ...rest } = draft
    // While a request is under way, what stands there may be about to change.
    const isSame =
      !state.isSaving && reading.hours === (entryOf(keyOf(draft))?.hours ?? null) && draft.description === undefined
    return isSame ? null : { ...rest, state: 'waiting' }
  }

  /** Sends what waits, one request after the other, until nothing waits or one fails. */
  async function send(): Promise<void> {
    if (state.isSaving) return
    const batch = [...state.drafts.values()].filter((draft) => draft.state === 'waiting')
    if (batch.length === 0) return
    change({ isSaving: true, failure: null })
    put(batch.map((draft) => ({ ...draft, state: 'saving' })))
    try {
      const { saved, refused } = await save(batch.map(changeOf))
      const problems = new Map(refused.map((one) => [keyOf(one), one.message]))
      const isRefused = (cell: Cell) => problems.has(keyOf(cell))
      const accepted = batch.filter((cell) => !isRefused(cell))
      if (accepted.length > 0) confirm(saved, accepted)
      // What was typed on while this was under way stays as it is.
      const unchanged = batch.filter((cell) => state.drafts.get(keyOf(cell))?.state === 'saving')
      put(
        unchanged
          .filter(isRefused)
          .map((cell) => ({ ...cell, state: 'wrong', problem: problems.get(keyOf(cell)) ?? '' })),
        unchanged.filter((cell) => !isRefused(cell)).map(keyOf),
      )
      change({ isSaving: false })
    } catch (error) {
      put(batch.filter((cell) => state.drafts.get(keyOf(cell))?.state === 'saving'))
      const text = error instanceof CallError ? sayingOf(error) : undefined
      change({ isSaving: false, failure: text ?? 'Opslaan is niet gelukt.' })
      return
    }
    await send()
  }

  const changeOf = ({ date, projectType, text, description }: Draft): CellChange => {
    const reading = readHours(text)
    return {
      date,
      projectType,
      hours: 'hours' in reading ? reading.hours : null,
      ...(description === undefined ? {} : { description }),
    }
  }

  function commit(cells: readonly Cell[]): void {
    const left = cells.flatMap((cell) => state.drafts.get(keyOf(cell)) ?? []).filter(({ state }) => state === 'typed')
    if (left.length === 0) return
    const next = left.map((draft) => judged(draft))
    put(
      next.filter((draft) => draft !== null),
      left.map(keyOf),
    )
    void send()
  }

  return {
    state: (): SheetState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    savedText,
    type: (cell: Cell, text: string) => put([{ ...cell, text, state: 'typed' }]),
    /** Puts back what is saved. */
    restore: (cell: Cell) => {
      if (state.drafts.get(keyOf(cell))?.state !== 'saving') put([], [keyOf(cell)])
    },
    commit,
    /** Sets several cells at once and saves them. */
    set: (cells: readonly (Cell & { readonly text: string })[]) => {
      put(cells.map((cell) => ({ ...cell, state: 'typed' as const })))
      commit(cells)
    },
    /** Saves a description with the hours of its cell; tells whether that was done. */
    describe: async (cell: Cell, description: string | null): Promise<void> => {
      const entry = entryOf(keyOf(cell))
      if (!entry) return
      const { saved, refused } = await save([{ ...cell, hours: entry.hours, description }])
      const [problem] = refused
      if (problem) throw new Error(problem.message)
      confirm(saved, [cell])
    },
    /** Tries once more what could not be sent. */
    retry: send,
    /** Throws away what is not saved. */
    discard: () => change({ drafts: new Map(), failure: null }),
  }
}

function restored(kept: Readonly<Record<string, unknown>>): ReadonlyMap<string, Draft> {
  return new Map(
    Object.entries(kept).flatMap(([key, text]) => {
      const cell = cellOf(key)
      if (!cell || typeof text !== 'string') return []
      const reading = readHours(text)
      const draft: Draft =
        'problem' in reading
          ? { ...cell, text, state: 'wrong', problem: reading.problem }
          : { ...cell, text, state: 'waiting' }
      return [[key, draft] as const]
    }),
  )
}
