import { useState } from 'react'
import { type Contract, type ContractFilter, contracts, type SalesStatus } from '../../../shared/contract/contracts.ts'
import { call } from '../../lib/client.ts'
import { tellFailure } from '../../records/failure.ts'
import { toast } from '../../ui/toast.ts'

/** As many as one page may hold (rulings 12), and as many as are worked on at once. */
const PER_PAGE = 500
const MOST = 10_000

interface Taken {
  /** The selection that was widened: another one is itself again. */
  readonly selected: string
  readonly rows: readonly Contract[]
}

/** Widens a selection of the board to all that its filter lets through, whether they are loaded or not. */
export function useWholeFilter(status: SalesStatus, filter: Partial<ContractFilter>) {
  const [taken, setTaken] = useState<Taken | null>(null)
  const [busy, setBusy] = useState(false)
  const nameOf = (selected: readonly Contract[]) => JSON.stringify([status, filter, selected.map(({ id }) => id)])

  async function take(selected: readonly Contract[]): Promise<void> {
    setBusy(true)
    try {
      const rows = await allOf(status, filter)
      if (rows) setTaken({ selected: nameOf(selected), rows })
      else
        toast({ title: 'Dit filter heeft meer dan 10.000 contracten', description: 'Kies meer filters.', tone: 'info' })
    } catch (failure) {
      tellFailure(failure, { fallback: 'De contracten konden niet worden opgehaald' })
    }
    setBusy(false)
  }

  /** The rows of a selection, or all of the filter once it was widened. */
  const rowsOf = (selected: readonly Contract[]) => (taken?.selected === nameOf(selected) ? taken.rows : selected)
  return { take, busy, rowsOf }
}

/** Every contract that a filter lets through; null when they are more than are worked on at once. */
async function allOf(status: SalesStatus, filter: Partial<ContractFilter>): Promise<Contract[] | null> {
  const rows: Contract[] = []
  let cursor: string | undefined
  do {
    const query = { ...filter, limit: String(PER_PAGE), cursor }
    const page = await call(contracts.bySalesStatus, { params: { status }, query })
    rows.push(...page.items)
    if (rows.length > MOST) return null
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return rows
}
