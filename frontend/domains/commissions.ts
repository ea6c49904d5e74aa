import { useQuery } from '@tanstack/react-query'
import { commissionStatusLabels, commissions } from '../../shared/contract/commissions.ts'
import { ledger } from '../../shared/contract/ledger.ts'
import { saleStatuses } from '../../shared/contract/sales.ts'
import { query, refresh } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'

const { list, summary, totals, teamSales, statement, questions, adjustments } = commissions

/** The cached answers that a change of a commission makes old, for `useCommand`. */
export const commissionRefreshes = [
  ...[list, summary, totals, teamSales, statement, questions, adjustments],
  ...[ledger.balance, ledger.openItems, ledger.statement, ledger.reconciliation],
]

/** Fetches what is known of commissions anew, after something else turned out to have changed one. */
export function refreshCommissions(): void {
  refresh(commissionRefreshes)
}

/** The statuses to choose from, as commissions call them. */
export const commissionStatusOptions = saleStatuses.map((value) => ({ value, label: commissionStatusLabels[value] }))

/** How many questions about commissions wait for an answer, `?` where that could not be fetched; asked by who answers them alone. */
export function useOpenQuestions(): number | '?' | undefined {
  const { data, isError } = useQuery({ ...query(summary), enabled: useCan('commission:manage') })
  return data?.openQuestions ?? (isError ? '?' : undefined)
}
