import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/api/appointments.ts'
import { commissions } from '../../../shared/api/commissions.ts'
import { sales } from '../../../shared/api/sales.ts'
import type { AdvanceRun } from '../../../shared/api/schemas/advance.ts'
import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import type { RateToPreview } from '../../../shared/api/schemas/rates.ts'
import { call } from '../../lib/client.ts'
import { keyOf, query, useCommand, useList } from '../../lib/query.ts'
import { followedRun } from '../../records/runs/use-run.ts'

/** Fetches the commissions that the user may read, page by page. */
export const useCommissions = (filter: Partial<CommissionFilter>) =>
  useList(commissions.list, { query: filter }, { fresh: true })

/**
 * Fetches the number and amount of the commissions at each step; `uitbetaald` (paid out) counts this month only. Also
 * fetches the numbers of open questions and of fees to confirm.
 */
export const useSummary = () => useQuery({ ...query(commissions.summary), staleTime: 0 })

/**
 * Fetches the number and the amounts of the commissions that match a filter. If more match than the server adds up,
 * they cover only a part, and `isComplete` is false.
 */
export const useTotals = (filter: Partial<CommissionFilter>) =>
  useQuery({ ...query(commissions.totals, { query: filter }), staleTime: 0 })

/** Fetches the sales of the user's team with their commissions, page by page. */
export const useTeamSales = (
  filter: Pick<Partial<CommissionFilter>, 'search' | 'status' | 'agentId' | 'from' | 'to'>,
) => useList(commissions.teamSales, { query: filter }, { fresh: true })

/** Fetches one commission with the history of its amounts and its postings. */
export const useCommission = (id: string) => useQuery({ ...query(commissions.get, { params: { id } }), staleTime: 0 })

/**
 * Returns the command that confirms that an appointment was held, so that the fee for booking it counts (decision 78).
 * It has no effect if the payee of that fee sends it.
 */
export const useConfirmFee = () => useCommand(appointments.update)

/** Returns the command that starts a run which approves sales. */
export const useApproveMany = () => useCommand(sales.changeMany)

/** Fetches the questions about commissions that nobody has answered yet. */
export const useWaitingQuestions = () => useList(commissions.questions, { query: { open: 'true' } }, { fresh: true })

/** Fetches the questions about one commission. */
export const useQuestionsOf = (commissionId: string) =>
  useList(commissions.questions, { query: { commissionId } }, { fresh: true })

/** Fetches all commission rates. */
export const useRates = () => useList(commissions.rates, undefined, { fresh: true, whole: true })

/** Fetches what a rate would mean; nothing for null, the answer before while the next one is on its way. */
export const useRatePreview = (rate: RateToPreview | null) =>
  useQuery({
    ...keyOf(commissions.previewRate, rate),
    queryFn: ({ signal }) => call(commissions.previewRate, { body: rate as RateToPreview }, { signal }),
    enabled: rate !== null,
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** Fetches the ceiling on commission amounts that are set by hand. */
export const useCommissionSettings = () => useQuery({ ...query(commissions.settings), staleTime: 0 })

/** Fetches the first payments that wait for the user, an admin (rulings 36). */
export const useFirstPayments = () => useQuery({ ...query(commissions.firstPayments), staleTime: 0 })

/** Fetches the five newest runs over commissions that the user may see, newest first. */
export const useRuns = () => useQuery({ ...query(commissions.runs, { query: { limit: '5' } }), staleTime: 0 })

/** Fetches a run that moves commissions to their next step, with its progress; again every second while it runs. */
export const useRun = (id: string) => useQuery({ ...query(commissions.run, { params: { id } }), ...followedRun })

/** Fetches the outcomes of the 50 commissions that a run handled last. */
export const useLastResults = ({ id }: AdvanceRun) =>
  useQuery({
    ...query(commissions.results, { params: { id }, query: { limit: '50' } }),
    staleTime: 0,
    select: ({ items }) => items,
  })
