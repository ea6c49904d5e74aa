import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/contract/customers.ts'
import { call } from '../../lib/client.ts'
import { query, useCommand } from '../../lib/query.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'

const refreshes = [customers.get, customers.matches]

export const useJoinCustomers = () => useCommand(customers.join, { refreshes })
export const useReleaseCustomer = () => useCommand(customers.release, { refreshes })

/** Other customers who may be the same. */
export const useMatches = (id: string) => useQuery({ ...query(customers.matches, { params: { id } }), staleTime: 0 })

/** A customer by an id, or null where there is none within reach. */
export const findCustomer = (id: string) => call(customers.get, { params: { id } }).catch(nullIfGone)
