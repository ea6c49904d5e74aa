import { useQuery } from '@tanstack/react-query'
import { type Lead, type LeadFilter, leads } from '../../../shared/contract/leads.ts'
import { leadRefreshes } from '../../domains/leads.ts'
import { call } from '../../lib/client.ts'
import { query, refresh, useCommand, useList } from '../../lib/query.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'
import { refreshNumbers } from './numbers.ts'

const refreshes = leadRefreshes

/** Leads within reach, page by page. */
export const useLeads = (filter: Partial<LeadFilter>) => useList(leads.list, { query: filter }, { fresh: true })

// A number that is closed or opened is so wherever it stands.
export const useNoteLead = () =>
  useCommand(leads.create, { refreshes, onSuccess: (_, { body }) => body.doNotCall && refreshNumbers() })
export const useChangeLead = () =>
  useCommand(leads.update, {
    refreshes,
    onSuccess: (_, { body }) => body.doNotCall !== undefined && refreshNumbers(),
  })
export const useAssignLeads = () => useCommand(leads.assign, { refreshes })
export const useNoteCall = () => useCommand(leads.call, { refreshes })

/** Has an upload that stopped halfway gone on with. */
export const useRetryUpload = () => useCommand(leads.retryUpload, { refreshes: [leads.uploads] })

/** Fetches anew what an upload changes; one that failed is among the uploads too. */
export function refreshImported(): void {
  refresh([...refreshes, leads.uploads])
  refreshNumbers()
}

// One that is gone is not asked for again.
export const useRemoveLead = () =>
  useCommand(leads.remove, { refreshes: refreshes.filter(({ path }) => !path.includes('{id}')) })

/** One lead with its calls, as it is now. */
export const useLead = (id: string) => useQuery({ ...query(leads.get, { params: { id } }), staleTime: 0 })

/** What became of a lead, newest first. */
export const useHistory = (id: string) => useQuery({ ...query(leads.history, { params: { id } }), staleTime: 0 })

/** A lead as it is now, or null when it is gone or out of reach. */
export const newestOf = ({ id }: Pick<Lead, 'id'>): Promise<Lead | null> =>
  call(leads.get, { params: { id } }).catch(nullIfGone)
