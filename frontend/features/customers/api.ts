import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import { call } from '../../lib/client.ts'
import { query, useCommand } from '../../lib/query.ts'
import { nullIfGone } from '../../records/failure.ts'

/** Returns the command that joins two customers, so that one page shows both. */
export const useJoinCustomers = () => useCommand(customers.join)

/** Returns the command that separates a phone number, e-mail address or address from the customer it was joined to. */
export const useReleaseCustomer = () => useCommand(customers.release)

/** Fetches other customers who may be the same person. Fetches them again each time they are shown. */
export const useMatches = (id: string) => useQuery({ ...query(customers.matches, { params: { id } }), staleTime: 0 })

/** Fetches a customer by id; null when the user may see none of the customer's records. */
export const findCustomer = (id: string) => call(customers.get, { params: { id } }).catch(nullIfGone)
