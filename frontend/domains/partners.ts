import { useQuery } from '@tanstack/react-query'
import { selfBilling } from '../../shared/api/self-billing.ts'
import { query } from '../lib/query.ts'

/** Fetches the current state of a partner company, again each time it is shown. */
export const usePartner = (id: string) => useQuery({ ...query(selfBilling.partner, { params: { id } }), staleTime: 0 })
