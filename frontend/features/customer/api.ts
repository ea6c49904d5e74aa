import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/contract/customers.ts'
import { call } from '../../lib/client.ts'
import { query, useCommand } from '../../lib/query.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'

const refreshes = [customers.get, customers.matches]

export const useJoinCustomers = () => useCommand(customers.join, { refreshes })
export const useReleaseCustomer = () => useCommand(customers.release, { refreshes })

/** Loads other customers who may be the same. */
export const useMatches = (id: string) => useQuery({ ...query(customers.matches, { params: { id } }), staleTime: 0 })

/** Finds a customer by an id; null when none is within reach. */
export const findCustomer = (id: string) => call(customers.get, { params: { id } }).catch(nullIfGone)
