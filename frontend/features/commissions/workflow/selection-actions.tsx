import { ArrowRight, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { commissions } from '../../../../shared/api/commissions.ts'
import type { Commission, CommissionFilter } from '../../../../shared/api/schemas/commissions.ts'
import { advanceLabels, nextStep } from '../../../../shared/sales/commission-steps.ts'
import { PayDialog, type Payment } from '../../../domains/pay/pay-dialog.tsx'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import type { Started } from '../../../records/runs/use-run.ts'
import { BulkAction, BulkAmount } from '../../../ui/table/bulk-bar.tsx'
import { ApproveMany } from './approve-many.tsx'
import { ConfirmMany } from './confirm-many.tsx'

interface SelectionActionsProps extends Pick<AdvanceProps, 'selected' | 'filter' | 'count' | 'onStarted'> {
  readonly all: ReturnType<typeof useAllRows>
  readonly clear: () => void
}

/** Shows the buttons that confirm, move on and approve the selected commissions. */
export function SelectionActions({ selected, filter, count, all, clear, onStarted }: SelectionActionsProps) {
  return (
    <>
      <ConfirmMany selected={selected.filter(({ toConfirm }) => toConfirm)} clear={clear} />
      <Advance
        selected={selected.filter(({ toConfirm }) => !toConfirm)}
        filter={filter}
        count={count}
        isAll={all.isChosen(selected)}
        onAll={(isAll) => all.choose(isAll ? selected : null)}
        onStarted={onStarted}
      />
      <ApproveMany selected={selected} clear={clear} />
    </>
  )
}

/**
 * Keeps whether the user has chosen all rows of the filter, while certain rows were selected. As soon as other rows are
 * selected, the choice of all rows no longer applies.
 */
export function useAllRows() {
  const [allOf, setAllOf] = useState<string | null>(null)
  return {
    isChosen: (selected: readonly Commission[]) => allOf === idsOf(selected),
    choose: (selected: readonly Commission[] | null) => setAllOf(selected && idsOf(selected)),
  }
}

const idsOf = (rows: readonly Commission[]): string => rows.map(({ id }) => id).join()

interface AdvanceProps {
  readonly selected: readonly Commission[]
  readonly filter: Partial<CommissionFilter>
  /** Number of rows that match the filter; null where unknown. */
  readonly count: number | null
  /** Set when the user has chosen all rows that match the filter, also those not loaded yet. */
  readonly isAll: boolean
  readonly onAll: (isAll: boolean) => void
  readonly onStarted: (run: Started) => void
}

/** Returns the text for all rows of the filter: `Alle 210`, or `Alles` where their number is unknown. */
const allText = (count: number | null): string => (count === null ? 'Alles' : `Alle ${formatNumber(count)}`)

/**
 * Shows the button that chooses all rows that match the filter, and the button that moves the chosen rows to their next
 * step. The status of the first row decides which step that is (rulings 38). A dialog asks before a payout.
 */
function Advance({ selected, filter, count, isAll, onAll, onStarted }: AdvanceProps) {
  const [isPaying, setIsPaying] = useState(false)
  const start = useCommand(commissions.advance)
  const expectedStatus = selected[0]?.status
  const next = expectedStatus && nextStep(expectedStatus)
  if (!expectedStatus || !next) return null
  const amount = selected.reduce((sum, { dueCommission }) => sum + Math.round(dueCommission * 100), 0) / 100

  const choice = isAll ? { filter } : { ids: selected.map(({ id }) => id) }

  async function advance(status: Commission['status'], payment?: Payment): Promise<void> {
    const run = await start.mutateAsync({ body: { ...choice, ...payment, expectedStatus: status } })
    onStarted({ id: run.id, rows: isAll ? count : selected.length })
  }

  const take = (status: Commission['status']) =>
    advance(status).catch((error) =>
      showFailure(error, { fallback: 'Er ging iets mis bij het bijwerken van de commissie.' }),
    )

  return (
    <>
      <BulkAmount>{isAll ? allText(count) : formatMoney(amount)}</BulkAmount>
      <BulkAction icon={<ListChecks />} onClick={() => onAll(!isAll)}>
        {isAll ? 'Alleen de selectie' : `${allText(count)} selecteren`}
      </BulkAction>
      <BulkAction
        icon={<ArrowRight />}
        busy={start.isPending}
        onClick={() => (next === 'uitbetaald' ? setIsPaying(true) : void take(expectedStatus))}
      >
        {advanceLabels[next]}
      </BulkAction>
      {isPaying && (
        <PayDialog
          choice={choice}
          subject={isAll ? allText(count) : `${formatNumber(selected.length)} geselecteerd, ${formatMoney(amount)}`}
          pay={(payment) => advance(expectedStatus, payment)}
          onClose={() => setIsPaying(false)}
        />
      )}
    </>
  )
}
