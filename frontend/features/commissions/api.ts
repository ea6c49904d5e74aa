import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/contract/appointments.ts'
import { commissions } from '../../../shared/contract/commissions.ts'
import type { AdvanceRun } from '../../../shared/contract/schemas/advance.ts'
import type { Commission, CommissionFilter } from '../../../shared/contract/schemas/commissions.ts'
import type { CommissionRate } from '../../../shared/contract/schemas/rates.ts'
import { appointmentRefreshes } from '../../domains/appointments.ts'
import { commissionRefreshes, refreshCommissions } from '../../domains/commissions.ts'
import { refreshSales } from '../../domains/sales.ts'
import { call } from '../../lib/client.ts'
import { query, useCommand, useList } from '../../lib/query.ts'
import { followed } from '../../records/runs/use-run.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'

const refreshes = commissionRefreshes

/** Fetches the commissions within reach, page by page. */
export const useCommissions = (filter: Partial<CommissionFilter>) =>
  useList(commissions.list, { query: filter }, { fresh: true })

/** Fetches the totals per step and the amount paid this month. */
export const useSummary = () => useQuery({ ...query(commissions.summary), staleTime: 0 })

/** Fetches the totals of a filter. */
export const useTotals = (filter: Partial<CommissionFilter>) =>
  useQuery({ ...query(commissions.totals, { query: filter }), staleTime: 0 })

export const useChangeCommission = () => useCommand(commissions.update, { refreshes, onSuccess: refreshSales })

/** Fetches the current state of a commission; null when it is out of reach. */
export const newestOf = ({ id }: Pick<Commission, 'id'>): Promise<Commission | null> =>
  call(commissions.get, { params: { id } }).catch(nullIfGone)

/** Fetches the sales of a team with their amounts. */
export const useTeamSales = (
  filter: Pick<Partial<CommissionFilter>, 'search' | 'status' | 'agentId' | 'from' | 'to'>,
) => useList(commissions.teamSales, { query: filter }, { fresh: true })

/** Fetches the month of a person, or of the user without an id. */
export const useStatement = (month: string, userId: string | undefined) =>
  useQuery({ ...query(commissions.statement, { query: { month, userId } }), staleTime: 0 })

/** Fetches one commission with the history of its amounts. */
export const useCommission = (id: string) => useQuery({ ...query(commissions.get, { params: { id } }), staleTime: 0 })

/** Confirms that an appointment was held; the person its fee pays cannot (rulings 36). */
export const useConfirmFee = () =>
  useCommand(appointments.update, { refreshes: appointmentRefreshes, onSuccess: refreshCommissions })

export const useAdjust = () => useCommand(commissions.adjust, { refreshes })

/** Settles a balance below zero. */
export const useRepay = () => useCommand(commissions.repay, { refreshes })

/** Fetches the open questions. */
export const useWaitingQuestions = () => useList(commissions.questions, { query: { open: 'true' } }, { fresh: true })
/** Fetches the questions about one commission. */
export const useQuestionsOf = (commissionId: string) =>
  useList(commissions.questions, { query: { commissionId } }, { fresh: true })
export const useAsk = () => useCommand(commissions.ask, { refreshes })

export const useRates = () => useList(commissions.rates, undefined, { fresh: true, whole: true })
const rateRefreshes = [commissions.rates]
export const useCreateRate = () => useCommand(commissions.createRate, { refreshes: rateRefreshes })
export const useUpdateRate = () => useCommand(commissions.updateRate, { refreshes: rateRefreshes })
export const useRemoveRate = () => useCommand(commissions.removeRate, { refreshes: rateRefreshes })

/** Fetches the limits on amounts set by hand. */
export const useRateSettings = () => useQuery({ ...query(commissions.settings), staleTime: 0 })
export const useSaveRateSettings = () => useCommand(commissions.saveSettings, { refreshes: [commissions.settings] })

/** Fetches the current state of a rate; null when it is deleted. */
export async function newestRate({ id }: CommissionRate): Promise<CommissionRate | null> {
  const { items } = await call(commissions.rates, { query: { limit: '500' } })
  return items.find((rate) => rate.id === id) ?? null
}

export const useAdvance = () => useCommand(commissions.advance, { refreshes: [commissions.runs] })

/** Continues a run that stopped. */
export const useContinue = () => useCommand(commissions.continueRun, { refreshes: [commissions.run, commissions.runs] })

/** Stops a run; completed steps stay. */
export const useStop = () => useCommand(commissions.stopRun, { refreshes: [commissions.run, commissions.runs] })

/** Fetches the runs that the user may follow, newest first. */
export const useRuns = () => useQuery({ ...query(commissions.runs, { query: { limit: '5' } }), staleTime: 0 })

/** Fetches the progress of a run, again while it runs. */
export const useRun = (id: string) => useQuery({ ...query(commissions.run, { params: { id } }), ...followed })

/** Fetches the latest results of a run, again as it proceeds. */
export const useLastResults = ({ id, advanced, skipped, failed }: AdvanceRun) =>
  useQuery({
    queryKey: [commissions.results.path, id, advanced + skipped + failed],
    queryFn: ({ signal }) => call(commissions.results, { params: { id }, query: { limit: '50' } }, { signal }),
    select: ({ items }) => items,
    placeholderData: (before) => before,
  })
