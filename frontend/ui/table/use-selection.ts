import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface Selection<Row> {
  readonly has: (id: string) => boolean
  readonly rows: readonly Row[]
  readonly extent: 'none' | 'some' | 'all'
  /** Set when a shown row can be selected; not set while the list is loading. */
  readonly canSelectAny: boolean
  /**
   * Selects or deselects a row; with `range` also the rows between it and the row clicked before. Stays the same
   * function at every render.
   */
  readonly set: (id: string, selected: boolean, range: boolean) => void
  readonly setAll: (selected: boolean) => void
  readonly clear: () => void
}

interface Selectable<Row> {
  readonly id: string
  readonly original: Row
}

/**
 * Returns the selected rows of a list and functions that change the selection. Rows that are no longer shown are not
 * selected. When `selectsAll` becomes true, all rows are.
 */
export function useSelection<Row>(
  rows: readonly Selectable<Row>[],
  isSelectable: (row: Row) => boolean,
  selectsAll: boolean,
): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const able = rows.filter(({ original }) => isSelectable(original))
  const chosen = ids.size === 0 ? [] : able.filter(({ id }) => ids.has(id))

  const latest = useRef(able)
  useLayoutEffect(() => {
    latest.current = able
  })
  useEffect(() => {
    if (selectsAll) setIds(new Set(latest.current.map(({ id }) => id)))
  }, [selectsAll])
  const anchor = useRef<string | null>(null)
  const set = useCallback((id: string, selected: boolean, range: boolean) => {
    const touched = range ? between(latest.current, anchor.current, id) : [id]
    anchor.current = id
    setIds((before) => {
      const after = new Set(before)
      for (const one of touched) selected ? after.add(one) : after.delete(one)
      return after
    })
  }, [])

  return {
    has: (id) => ids.has(id),
    rows: chosen.map(({ original }) => original),
    extent: chosen.length === 0 ? 'none' : chosen.length === able.length ? 'all' : 'some',
    canSelectAny: able.length > 0,
    set,
    setAll: (selected) => setIds(new Set(selected ? able.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  }
}

function between(rows: readonly { readonly id: string }[], from: string | null, to: string): string[] {
  const places = [from, to].map((id) => rows.findIndex((row) => row.id === id))
  if (places.includes(-1)) return [to]
  return rows.slice(Math.min(...places), Math.max(...places) + 1).map((row) => row.id)
}
