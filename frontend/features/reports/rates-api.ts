import { sales } from '../../../shared/api/sales.ts'
import { useList } from '../../lib/query.ts'

/** Fetches all revenue rates, which give the expected revenue of a sale. */
export const useRevenueRates = () => useList(sales.revenueRates, undefined, { whole: true, fresh: true })
