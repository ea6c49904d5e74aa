import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/api/appointments.ts'
import { commissions } from '../../../shared/api/commissions.ts'
import { sales } from '../../../shared/api/sales.ts'
import type { AdvanceRun } from '../../../shared/api/schemas/advance.ts'
import type { Commission, CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import type { CommissionRate } from '../../../shared/api/schemas/rates.ts'
import { call } from '../../lib/client.ts'
import { query, useCommand, useList } from '../../lib/query.ts'
import { nullIfGone } from '../../records/failure.ts'
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

/** Returns the command that changes the amounts or the status of one commission. */
export const useChangeCommission = () => useCommand(commissions.update)

/** Fetches the current state of a commission; null when it is gone or out of reach. */
export const loadNewestCommission = ({ id }: Pick<Commission, 'id'>): Promise<Commission | null> =>
  call(commissions.get, { params: { id } }).catch(nullIfGone)

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

/** Returns the command that starts a run which confirms appointments; see `useConfirmFee`. */
export const useConfirmMany = () => useCommand(appointments.changeMany)

/** Returns the command that starts a run which approves sales. */
export const useApproveMany = () => useCommand(sales.changeMany)

/** Returns the command that records a correction on what a person is paid. */
export const useAdjust = () => useCommand(commissions.adjust)

/**
 * Returns the command that settles a person's negative balance, whole or in part. The amount is withheld from wages,
 * repaid, or covered by that person's credit invoice.
 */
export const useRepay = () => useCommand(commissions.repay)

/** Fetches the questions about commissions that nobody has answered yet. */
export const useWaitingQuestions = () => useList(commissions.questions, { query: { open: 'true' } }, { fresh: true })

/** Fetches the questions about one commission. */
export const useQuestionsOf = (commissionId: string) =>
  useList(commissions.questions, { query: { commissionId } }, { fresh: true })

/** Returns the command that sends a payee's question about a commission. */
export const useAsk = () => useCommand(commissions.ask)

/** Fetches all commission rates. */
export const useRates = () => useList(commissions.rates, undefined, { fresh: true, whole: true })
/** Returns the command that creates a commission rate. */
export const useCreateRate = () => useCommand(commissions.createRate)

/** Returns the command that changes a commission rate. */
export const useUpdateRate = () => useCommand(commissions.updateRate)

/** Returns the command that deletes a commission rate. */
export const useRemoveRate = () => useCommand(commissions.removeRate)

/** Fetches the ceiling on commission amounts that are set by hand. */
export const useCommissionSettings = () => useQuery({ ...query(commissions.settings), staleTime: 0 })

/** Returns the command that saves the ceiling on commission amounts that are set by hand. */
export const useSaveCommissionSettings = () => useCommand(commissions.saveSettings)

/** Fetches the current state of a commission rate; null when it is deleted. */
export async function loadNewestRate({ id }: CommissionRate): Promise<CommissionRate | null> {
  const { items } = await call(commissions.rates, { query: { limit: '500' } })
  return items.find((rate) => rate.id === id) ?? null
}

/** Fetches the first payments that wait for the user, an admin (rulings 36). */
export const useFirstPayments = () => useQuery({ ...query(commissions.firstPayments), staleTime: 0 })

/** Returns the command that starts a run that moves several commissions to their next step in the background. */
export const useAdvance = () => useCommand(commissions.advance)

/** Returns the command that continues a stopped run over commissions. */
export const useContinue = () => useCommand(commissions.continueRun)

/** Returns the command that stops a run over commissions; those that were moved already keep their new step. */
export const useStop = () => useCommand(commissions.stopRun)

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
