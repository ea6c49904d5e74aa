import { sales } from '../../../shared/api/sales.ts'
import { useCommand, useList } from '../../lib/query.ts'

/** Fetches all revenue rates, which give the expected revenue of a sale. */
export const useRevenueRates = () => useList(sales.revenueRates, undefined, { whole: true, fresh: true })

/** Returns the command that creates a revenue rate. */
export const useCreateRevenueRate = () => useCommand(sales.createRevenueRate)
/** Returns the command that changes a revenue rate. */
export const useUpdateRevenueRate = () => useCommand(sales.updateRevenueRate)
/** Returns the command that deletes a revenue rate. */
export const useRemoveRevenueRate = () => useCommand(sales.removeRevenueRate)
