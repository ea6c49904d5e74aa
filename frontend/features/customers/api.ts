import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import { call } from '../../lib/client.ts'
import { query } from '../../lib/query.ts'
import { nullIfGone } from '../../records/failure.ts'

/** Fetches other customers who may be the same person. Fetches them again each time they are shown. */
export const useMatches = (id: string) => useQuery({ ...query(customers.matches, { params: { id } }), staleTime: 0 })

/** Fetches a customer by id; null when the user may see none of the customer's records. */
export const findCustomer = (id: string) => call(customers.get, { params: { id } }).catch(nullIfGone)
