import { useQuery } from '@tanstack/react-query'
import { commissions } from '../../shared/api/commissions.ts'
import { saleStatuses, saleStatusLabels } from '../../shared/api/parts/statuses.ts'
import { query } from '../lib/query.ts'
import { useCan, useUser } from '../lib/session.ts'
import { useColleagues } from './people.ts'

const { summary } = commissions

/** Statuses of a commission to choose from, with their labels. */
export const commissionStatusOptions = saleStatuses.map((value) => ({ value, label: saleStatusLabels[value] }))

/**
 * Returns the number of unanswered questions that people asked about their commissions. Returns `?` when the number
 * could not be fetched; undefined while loading, and for users who may not answer them.
 */
export function useOpenQuestions(): number | '?' | undefined {
  const { data, isError } = useQuery({ ...query(summary), enabled: useCan('commission:manage') })
  return data?.openQuestions ?? (isError ? '?' : undefined)
}

/** Fields of a commission or sale that tell whom it pays, and how much the caller gets. */
interface PaidRow {
  readonly agentId: string
  readonly callerId: string | null
  /** Amount in euros; null where the reader may not see it. */
  readonly callerCommission: number | null
}

/** Dutch text that a colleague must process the user's own commission (decision 78). */
export const OWN_ROW = 'Laat een collega je eigen commissie afhandelen'

/**
 * Returns a function that tells whether a commission or sale pays the user, so that somebody else must process it
 * (decision 78). The only admin gets false for every row, as nobody else could process it.
 */
export function useIsOwnRow(): (row: PaidRow) => boolean {
  const { id, role } = useUser()
  const isAdmin = role === 'admin'
  const { data } = useColleagues(isAdmin)
  const isOnlyAdmin = isAdmin && data?.filter((one) => one.role === 'admin').length === 1
  return ({ agentId, callerId, callerCommission }) =>
    !isOnlyAdmin && (agentId === id || (callerId === id && callerCommission !== 0))
}

/** Hint under the field for the reason of an amount set by hand. */
export const REASON_HINT = 'Verplicht als het bedrag afwijkt van het tarief'
