import { useState } from 'react'
import type { Page } from '../../lib/client.ts'
import { formatNumber } from '../../lib/format.ts'
import { toast } from '../../ui/messages/toast.ts'
import { showFailure } from '../failure.ts'

/** Maximum page size, as a query value (rulings 12). */
export const PER_PAGE = '500'

interface WholeListOptions<Row> {
  /** Filter of the list. When it changes, a selection no longer stands for the whole list. */
  readonly key: object
  readonly load: (cursor: string | undefined) => Promise<Page<readonly Row[]>>
  /** Maximum number of records processed at once. */
  readonly most: number
  /** Noun for the rows. */
  readonly many: string
}

interface Taken<Row> {
  /** Filter and ids of the selection that the user widened to the whole list, as JSON text to compare with. */
  readonly selected: string
  readonly rows: readonly Row[]
}

/**
 * Returns functions that widen a selection to all rows of its list, loaded or not. `take` fetches them; above `most`
 * rows it only shows a toast, with the noun `many`. `rowsOf` returns all rows of a widened selection (`isTaken`), else
 * the selected rows.
 */
export function useWholeList<Row extends { readonly id: string }>({ key, load, most, many }: WholeListOptions<Row>) {
  const [taken, setTaken] = useState<Taken<Row> | null>(null)
  const [busy, setBusy] = useState(false)
  const nameOf = (selected: readonly Row[]) => JSON.stringify([key, selected.map(({ id }) => id)])

  async function take(selected: readonly Row[]): Promise<void> {
    setBusy(true)
    try {
      const rows = await allOf(load, most)
      if (rows) setTaken({ selected: nameOf(selected), rows })
      else
        toast({
          title: `Dit filter heeft meer dan ${formatNumber(most)} ${many}`,
          description: 'Kies meer filters.',
          tone: 'info',
        })
    } catch (failure) {
      showFailure(failure, { fallback: `De ${many} konden niet worden opgehaald.` })
    }
    setBusy(false)
  }

  const isTaken = (selected: readonly Row[]) => taken?.selected === nameOf(selected)
  /** Returns the selected rows, or all rows of the list once `take` widened this selection to the whole list. */
  const rowsOf = (selected: readonly Row[]) => (taken && isTaken(selected) ? taken.rows : selected)
  return { take, busy, rowsOf, isTaken }
}

/** Fetches every row of a list; null when there are more than `most`. */
async function allOf<Row>(load: WholeListOptions<Row>['load'], most: number): Promise<Row[] | null> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await load(cursor)
    rows.push(...page.items)
    if (rows.length > most) return null
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return rows
}
