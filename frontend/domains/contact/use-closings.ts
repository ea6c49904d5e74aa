import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'

/** Fetches the provisional closings that the user may judge; nothing for others. */
export function useClosings() {
  const mayJudge = useCan('customer:judge')
  return useQuery({ ...query(customers.closings), enabled: mayJudge, staleTime: 0 })
}
