import { useQuery } from '@tanstack/react-query'
import { partners } from '../../shared/api/partners.ts'
import { query } from '../lib/query.ts'

/** Fetches the current state of a partner company, again each time it is shown. */
export const usePartner = (id: string) => useQuery({ ...query(partners.get, { params: { id } }), staleTime: 0 })
