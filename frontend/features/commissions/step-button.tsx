import { ArrowRight } from 'lucide-react'
import {
  advanceLabels,
  type Commission,
  commissionStatusLabels,
  nextStep,
} from '../../../shared/contract/commissions.ts'
import { refreshCommissions } from '../../domains/commissions.ts'
import { ownInvoiceProblem, tellPartlyPaid, useOwnInvoice } from '../../domains/own-invoice.tsx'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table-types.ts'
import { toast } from '../../ui/toast.ts'
import { useChangeCommission } from './api.ts'
import { allColumns } from './columns.tsx'

/** Moves one commission one step on (spec §4); nothing where there is no next step. */
export function StepButton({ row }: { readonly row: Commission }) {
  const change = useChangeCommission()
  const { customerName, agentName, ownerName } = row
  const { pay, question } = useOwnInvoice({ customerName, payees: [agentName, ownerName] })
  const next = nextStep(row.status)
  if (next === null) return null

  async function advance(status: typeof next): Promise<void> {
    if (status === null) return
    try {
      const after = await pay((more) =>
        change.mutateAsync({ params: { id: row.id }, body: { status, ...more }, version: row.version }),
      )
      if (after.status !== status) tellPartlyPaid(customerName)
      else toast({ title: 'Status bijgewerkt', description: `${customerName}: ${commissionStatusLabels[status]}` })
    } catch (error) {
      // Who cancels the question knows what was missing.
      if (ownInvoiceProblem(error)) return
      tellFailure(error, { fallback: 'Er ging iets mis bij het bijwerken van de commissie.' })
      if (isOvertaken(error)) refreshCommissions()
    }
  }

  return (
    <>
      <Button
        size="small"
        icon={<ArrowRight />}
        aria-label={`${customerName}: ${advanceLabels[next]}`}
        onClick={() => advance(next)}
      >
        {advanceLabels[next]}
      </Button>
      {question}
    </>
  )
}

/** Which columns leave first to make room for the step. */
const leaving: Readonly<Record<string, number>> = {
  ...{ date: 1, id: 2, provider: 3, agent: 4 },
  ...{ 'caller-commission': 5, 'agent-commission': 6 },
}

/** The columns of the workflow: all, and the step that is next. */
export const workflowColumns: readonly Column<Commission>[] = [
  ...allColumns.map((column) => ({
    ...column,
    ...(leaving[column.id] && { dropOrder: leaving[column.id] as number }),
  })),
  {
    id: 'step',
    header: 'Stap',
    headerHidden: true,
    width: 200,
    align: 'end',
    cell: (row) => <StepButton row={row} />,
  },
]
