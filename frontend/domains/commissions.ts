import { useQuery } from '@tanstack/react-query'
import { commissions } from '../../shared/contract/commissions.ts'
import { ledger } from '../../shared/contract/ledger.ts'
import { commissionStatusLabels } from '../../shared/contract/schemas/commissions.ts'
import { saleStatuses } from '../../shared/contract/schemas/sale-form.ts'
import { query, refresh } from '../lib/query.ts'
import { useCan, useUser } from '../lib/session.ts'
import { useColleagues } from './people.ts'

const { list, get, summary, totals, teamSales, statement, questions, adjustments } = commissions

/** Cached answers that a change of a commission makes outdated, for `useCommand`. */
export const commissionRefreshes = [
  ...[list, get, summary, totals, teamSales, statement, questions, adjustments],
  ...[ledger.balance, ledger.openItems, ledger.statement, ledger.reconciliation],
]

/** Refreshes commissions after another change affected one. */
export function refreshCommissions(): void {
  refresh(commissionRefreshes)
}

/** Statuses to choose from, with the labels for commissions. */
export const commissionStatusOptions = saleStatuses.map((value) => ({ value, label: commissionStatusLabels[value] }))

/**
 * Returns the number of open questions about commissions; `?` when it could not be fetched, undefined for users who may
 * not answer them.
 */
export function useOpenQuestions(): number | '?' | undefined {
  const { data, isError } = useQuery({ ...query(summary), enabled: useCan('commission:manage') })
  return data?.openQuestions ?? (isError ? '?' : undefined)
}

/** People paid by a commission or sale, and the caller's amount. */
interface Shared {
  readonly agentId: string
  readonly callerId: string | null
  /** Amount in euros; null where the reader may not see it. */
  readonly callerCommission: number | null
}

export const OWN_ROW = 'Je eigen commissie loopt via een ander'

/**
 * Returns a function that tells whether a row pays the user, so that somebody else must process it (rulings 35). It
 * always returns false for the only admin.
 */
export function useIsOwnRow(): (row: Shared) => boolean {
  const { id, role } = useUser()
  const isAdmin = role === 'admin'
  const { data } = useColleagues(isAdmin)
  const isOnlyAdmin = isAdmin && data?.filter((one) => one.role === 'admin').length === 1
  return ({ agentId, callerId, callerCommission }) =>
    !isOnlyAdmin && (agentId === id || (callerId === id && callerCommission !== 0))
}

/** Hint under the field for the reason of an amount set by hand. */
export const REASON_HINT = 'Verplicht als het bedrag afwijkt van het tarief'
