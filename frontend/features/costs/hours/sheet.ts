import type { SavedCells, TimeEntry } from '../../../../shared/api/schemas/costs.ts'
import { CallError, findReadableMessage } from '../../../lib/call-error.ts'
import { type Cell, type CellChange, cellKeyOf, parseCellKey } from '../cells.ts'
import { hoursText, readHours } from './hours-text.ts'

/** Unsaved text of a cell. */
export interface Draft extends Cell {
  readonly text: string
  /**
   * State of the text: `typed` is not checked yet, `waiting` must still be sent, `saving` is being sent, `wrong` must
   * be corrected.
   */
  readonly state: 'typed' | 'saving' | 'waiting' | 'wrong'
  /** Reason that the text is wrong. */
  readonly problem?: string
  /** New description, null to remove it; undefined keeps the present one. */
  readonly description?: string | null
}

export interface SheetState {
  readonly drafts: ReadonlyMap<string, Draft>
  /** Entries that this sheet saved, by key; null for a cleared cell. They take precedence over fetched ones. */
  readonly confirmed: ReadonlyMap<string, TimeEntry | null>
  readonly isSaving: boolean
  /** Time of the last save, in epoch milliseconds. */
  readonly savedAt: number | null
  /** Reason that the last save failed. */
  readonly failure: string | null
}

interface SheetPorts {
  /** Unsaved texts of an earlier visit, by the key of their cell. */
  readonly kept: Readonly<Record<string, unknown>>
  /** Stores the unsaved texts on this device. */
  readonly keep: (texts: Readonly<Record<string, string>>) => void
  readonly fetched: (key: string) => TimeEntry | undefined
  readonly save: (cells: CellChange[]) => Promise<SavedCells>
  /** Called after cells were saved, to update the shown entries. */
  readonly onSaved: (saved: readonly TimeEntry[], touched: readonly Cell[]) => void
}

export type Sheet = ReturnType<typeof makeSheet>

/**
 * Creates the store of the texts typed into a week. It saves a cell when the user leaves it, and keeps texts that are
 * wrong or could not be sent. `kept` are the unsaved texts of an earlier visit; `keep` stores unsaved texts on this
 * device.
 */
export function makeSheet(ports: SheetPorts) {
  const cells = holdCells(ports)
  const { state, subscribe, put, entryOf } = cells
  const send = () => sendWaiting(cells, ports.save)

  function commit(left: readonly Cell[]): void {
    const typed = left.flatMap((cell) => cells.draftOf(cell) ?? []).filter((draft) => draft.state === 'typed')
    if (typed.length === 0) return
    // While a request runs, the saved hours may still change, so equal hours are sent too.
    const next = typed.map((draft) => checkDraft(draft, state().isSaving ? 'unknown' : hoursOf(entryOf(draft))))
    put(
      next.filter((draft) => draft !== null),
      typed,
    )
    void send()
  }

  return {
    state,
    subscribe,
    savedText: (cell: Cell) => hoursText(entryOf(cell)?.hours),
    type: (cell: Cell, text: string) => put([{ ...cell, text, state: 'typed' }]),
    /** Restores the saved text of a cell, unless its typed text is being saved. */
    restore: (cell: Cell) => {
      if (cells.draftOf(cell)?.state !== 'saving') put([], [cell])
    },
    commit,
    /** Fills several cells at once and saves them. */
    set: (filled: readonly (Cell & { readonly text: string })[]) => {
      put(filled.map((cell) => ({ ...cell, state: 'typed' as const })))
      commit(filled)
    },
    /**
     * Saves a description of a cell, as soon as no other request is running. Sends the saved hours of the cell with it;
     * does nothing for a cell without hours. Throws with the server's message when the description is refused.
     */
    describe: async (cell: Cell, description: string | null): Promise<void> => {
      while (state().isSaving) await cells.nextChange()
      const entry = entryOf(cell)
      if (!entry) return
      cells.change({ isSaving: true })
      try {
        const { saved, refused } = await ports.save([{ ...cell, hours: entry.hours, description }])
        const [problem] = refused
        if (problem) throw new Error(problem.message)
        cells.confirm(saved, [cell])
      } finally {
        cells.change({ isSaving: false })
        void send()
      }
    },
    /** Sends the texts again that could not be sent. */
    retry: send,
    /** Discards all unsaved texts. */
    discard: () => cells.change({ drafts: new Map(), failure: null }),
  }
}

type HeldCells = ReturnType<typeof holdCells>

/** Holds the drafts and saved entries of a week, and tells listeners and this device of each change. */
function holdCells({ kept, keep, fetched, onSaved }: Omit<SheetPorts, 'save'>) {
  let state: SheetState = {
    drafts: restoreDrafts(kept),
    confirmed: new Map(),
    isSaving: false,
    savedAt: null,
    failure: null,
  }
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  function change(next: Partial<SheetState>): void {
    state = { ...state, ...next }
    if (next.drafts) keep(Object.fromEntries([...next.drafts].map(([key, { text }]) => [key, text])))
    for (const listener of listeners) listener()
  }

  return {
    state: (): SheetState => state,
    subscribe,
    change,
    nextChange: (): Promise<void> =>
      new Promise((resolve) => {
        const stop = subscribe(() => {
          stop()
          resolve()
        })
      }),
    draftOf: (cell: Cell): Draft | undefined => state.drafts.get(cellKeyOf(cell)),
    entryOf(cell: Cell): TimeEntry | undefined {
      const confirmed = state.confirmed.get(cellKeyOf(cell))
      return confirmed === undefined ? fetched(cellKeyOf(cell)) : (confirmed ?? undefined)
    },
    put(drafts: readonly Draft[], gone: readonly Cell[] = []): void {
      const next = new Map(state.drafts)
      for (const cell of gone) next.delete(cellKeyOf(cell))
      for (const draft of drafts) next.set(cellKeyOf(draft), draft)
      change({ drafts: next })
    },
    confirm(saved: readonly TimeEntry[], touched: readonly Cell[]): void {
      const confirmed = new Map(state.confirmed)
      for (const cell of touched) confirmed.set(cellKeyOf(cell), null)
      for (const entry of saved) confirmed.set(cellKeyOf(entry), entry)
      change({ confirmed, savedAt: Date.now() })
      onSaved(saved, touched)
    },
  }
}

/** Sends the waiting drafts, one request after the other, until none is left or a request fails. */
async function sendWaiting(cells: HeldCells, save: SheetPorts['save']): Promise<void> {
  const { state, change, put } = cells
  if (state().isSaving) return
  const batch = [...state().drafts.values()].filter((draft) => draft.state === 'waiting')
  if (batch.length === 0) return
  // Texts that were changed during the request stay as they are.
  const unchanged = () => batch.filter((cell) => cells.draftOf(cell)?.state === 'saving')
  change({ isSaving: true, failure: null })
  put(batch.map((draft) => ({ ...draft, state: 'saving' })))
  try {
    const { saved, refused } = await save(batch.map(changeOf))
    const problems = new Map(refused.map((one) => [cellKeyOf(one), one.message]))
    const isRefused = (cell: Cell) => problems.has(cellKeyOf(cell))
    const accepted = batch.filter((cell) => !isRefused(cell))
    if (accepted.length > 0) cells.confirm(saved, accepted)
    put(
      unchanged()
        .filter(isRefused)
        .map((cell) => ({ ...cell, state: 'wrong', problem: problems.get(cellKeyOf(cell)) ?? '' })),
      unchanged().filter((cell) => !isRefused(cell)),
    )
    change({ isSaving: false })
  } catch (error) {
    put(unchanged())
    const text = error instanceof CallError ? findReadableMessage(error) : undefined
    change({ isSaving: false, failure: text ?? 'Opslaan is niet gelukt.' })
    return
  }
  await sendWaiting(cells, save)
}

const hoursOf = (entry: TimeEntry | undefined): number | null => entry?.hours ?? null

/**
 * Checks a typed text. Returns a draft that will be sent, or one that the user must correct; null when nothing changes
 * the saved hours.
 */
function checkDraft(draft: Draft, savedHours: number | null | 'unknown'): Draft | null {
  const reading = readHours(draft.text)
  if ('problem' in reading) return { ...draft, state: 'wrong', problem: reading.problem }
  const { problem: _, ...rest } = draft
  const isSame = reading.hours === savedHours && draft.description === undefined
  return isSame ? null : { ...rest, state: 'waiting' }
}

function changeOf({ date, projectType, text, description }: Draft): CellChange {
  const reading = readHours(text)
  return {
    date,
    projectType,
    hours: 'hours' in reading ? reading.hours : null,
    ...(description === undefined ? {} : { description }),
  }
}

function restoreDrafts(kept: Readonly<Record<string, unknown>>): ReadonlyMap<string, Draft> {
  return new Map(
    Object.entries(kept).flatMap(([key, text]) => {
      const cell = parseCellKey(key)
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
