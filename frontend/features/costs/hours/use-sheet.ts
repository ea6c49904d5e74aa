import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { TimeEntry } from '../../../../shared/api/schemas/costs.ts'
import { dropDraft, keepDraft, loadDraft } from '../../../lib/drafts.ts'
import { useUser } from '../../../lib/session.ts'
import { cacheSavedCells, type PersonFilter, saveCells } from '../api.ts'
import { type Cell, cellKeyOf } from '../cells.ts'
import { hoursText, readHours } from './hours-text.ts'
import { type Draft, makeSheet, type Sheet } from './sheet.ts'

/** Total of some cells of a week, such as those of one day or one type of work. */
export interface DaySum {
  /** Hours that count: saved ones, and typed ones that are valid. */
  readonly hours: number
  /** Typed texts that are no valid hours and are not in the total. */
  readonly uncounted: readonly string[]
  /**
   * Costs of the saved hours in euros. Null without saved hours that have a rate, and for users who may not see costs.
   */
  readonly cost: number | null
}

/** Identity of a sheet: a person's week, and the number of imports so far. Each import starts a new sheet. */
interface SheetPlace {
  readonly whose: PersonFilter
  readonly monday: string
  readonly imports: number
}

const nothing: readonly TimeEntry[] = []

/**
 * Returns the editable week of a person: the `saved` hours of the server, and the texts typed over them. Restores texts
 * left unsaved on this device. `imports` counts the imports so far; each starts a new sheet, which shows the new hours.
 */
export function useSheet({ whose, monday, imports }: SheetPlace, saved = nothing) {
  const { id } = useUser()
  const fetched = useMemo(() => new Map(saved.map((entry) => [cellKeyOf(entry), entry])), [saved])
  const name = `hours:${whose.userId ?? id}:${monday}`
  const key = `${name}:${imports}`
  const latest = useRef({ key, fetched })
  useLayoutEffect(() => {
    latest.current = { key, fetched }
  })
  const make = () =>
    makeSheet({
      kept: loadDraft(id, name)?.values ?? {},
      keep: (values) => {
        if (Object.keys(values).length === 0) dropDraft(id, name)
        else keepDraft(id, name, { at: Date.now(), version: null, values })
      },
      // A sheet may still be saving after the screen has moved on to another sheet. It then sees no fetched entry of
      // that other sheet.
      fetched: (cell) => (latest.current.key === key ? latest.current.fetched.get(cell) : undefined),
      save: (cells) => saveCells(whose, cells),
      onSaved: (entries, touched) => cacheSavedCells(whose, monday, entries, touched),
    })
  const [made, setMade] = useState(() => ({ key, sheet: make() }))
  const current = made.key === key ? made : { key, sheet: make() }
  if (current !== made) setMade(current)
  const { sheet } = current
  const state = useSyncExternalStore(sheet.subscribe, sheet.state)
  const { confirmed } = state
  const entries = useMemo(() => {
    const all = new Map(fetched)
    for (const [key, entry] of confirmed) {
      if (entry === null) all.delete(key)
      else all.set(key, entry)
    }
    return all
  }, [fetched, confirmed])
  /** Returns the typed text of a cell, or else the saved one. */
  const textOf = (cell: Cell): string => {
    const key = cellKeyOf(cell)
    return state.drafts.get(key)?.text ?? hoursText(entries.get(key)?.hours)
  }
  return { sheet, entries, textOf, ...state }
}

export type WeekSheet = ReturnType<typeof useSheet>

/** Tells whether the text of a cell could not be sent to the server and waits for a retry. */
export const isStuck = (draft: Draft | undefined, { isSaving }: Pick<WeekSheet, 'isSaving'>): boolean =>
  draft?.state === 'waiting' && !isSaving

/** Returns the unsaved texts that need action of the user: wrong ones, and those that could not be sent. */
export const findUnsavedDrafts = (week: Pick<WeekSheet, 'drafts' | 'isSaving'>): Draft[] =>
  [...week.drafts.values()].filter((draft) => draft.state === 'wrong' || isStuck(draft, week))

/** Adds up the hours and costs of cells of a week. A typed text counts instead of saved hours unless it is wrong. */
export function sumCells({ drafts, entries }: Pick<WeekSheet, 'drafts' | 'entries'>, cells: readonly Cell[]): DaySum {
  let hundredths = 0
  let cents: number | null = null
  const uncounted: string[] = []
  for (const cell of cells) {
    const key = cellKeyOf(cell)
    const draft = drafts.get(key)
    const entry = entries.get(key)
    const reading = draft ? readHours(draft.text) : undefined
    const typed = draft?.state !== 'wrong' && reading && 'hours' in reading ? (reading.hours ?? 0) : undefined
    hundredths += Math.round((typed ?? entry?.hours ?? 0) * 100)
    if (draft?.state === 'wrong') uncounted.push(draft.text)
    if (typeof entry?.totalCost === 'number') cents = (cents ?? 0) + Math.round(entry.totalCost * 100)
  }
  return { hours: hundredths / 100, uncounted, cost: cents === null ? null : cents / 100 }
}

/** Returns a note that typed texts do not count in a total: `25 telt niet mee`. */
export const describeUncounted = (texts: readonly string[]): string =>
  `${texts.join(', ')} ${texts.length === 1 ? 'telt' : 'tellen'} niet mee`

/** Saves cells that are still being typed when their week leaves the screen. */
export function useSaveOnLeave(sheet: Sheet): void {
  useEffect(
    () => () => sheet.commit([...sheet.state().drafts.values()].filter(({ state }) => state === 'typed')),
    [sheet],
  )
}
