import { useQuery } from '@tanstack/react-query'
import { type LeadFilter, leads } from '../../../shared/api/leads.ts'
import { MOST_CHANGED } from '../../../shared/api/parts/bulk.ts'
import { query, useCommand, useList } from '../../lib/query.ts'
import { useBulkChange } from '../../records/runs/use-run.ts'

/** Fetches the leads that match a filter, within the user's reach, page by page, again at every mount. */
export const useLeads = (filter: Partial<LeadFilter>) => useList(leads.list, { query: filter }, { fresh: true })

export const leadNoun = { one: 'lead', many: 'leads' }

/** Returns the functions that start a run which assigns leads to one person; see `useBulkChange`. */
export function useAssignLeads(onBegun: () => void) {
  const { isPending, mutateAsync } = useCommand(leads.changeMany)
  const assign = ({ body: { rows, ownerId } }: { body: { rows: readonly { id: string }[]; ownerId: string } }) =>
    mutateAsync({ body: { ids: rows.map(({ id }) => id), ownerId } })
  return useBulkChange<{ ownerId: string }>(
    { isPending, mutateAsync: assign },
    {
      ...{ most: MOST_CHANGED, noun: leadNoun, onBegun },
      failure: { fallback: 'De leads konden niet worden toegewezen.' },
    },
  )
}

/** Fetches one lead with the notes of its calls. */
export const useLead = (id: string) => useQuery({ ...query(leads.get, { params: { id } }), staleTime: 0 })
