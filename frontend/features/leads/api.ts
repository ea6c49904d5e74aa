import { useQuery } from '@tanstack/react-query'
import { type LeadFilter, leads } from '../../../shared/api/leads.ts'
import { MOST_CHANGED } from '../../../shared/api/parts/bulk.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { call } from '../../lib/client.ts'
import { query, useCommand, useList } from '../../lib/query.ts'
import { nullIfGone } from '../../records/failure.ts'
import { useBulkChange } from '../../records/runs/use-run.ts'

/** Fetches the leads that match a filter, within the user's reach, page by page, again at every mount. */
export const useLeads = (filter: Partial<LeadFilter>) => useList(leads.list, { query: filter }, { fresh: true })

/** Returns the command that creates a lead. */
export const useCreateLead = () => useCommand(leads.create)
/** Returns the command that changes one lead. */
export const useChangeLead = () => useCommand(leads.update)
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

/** Returns the command that starts to undo an upload; the upload then shows how far the undo is. */
export const useUndoUpload = () => useCommand(leads.undoUpload)

/** Returns the command that continues an upload that stopped halfway. */
export const useRetryUpload = () => useCommand(leads.retryUpload)

/** Returns the command that deletes a lead. */
export const useRemoveLead = () => useCommand(leads.remove)

/** Fetches one lead with the notes of its calls. */
export const useLead = (id: string) => useQuery({ ...query(leads.get, { params: { id } }), staleTime: 0 })

/** Fetches the history of a lead, newest first. */
export const useHistory = (id: string) => useQuery({ ...query(leads.history, { params: { id } }), staleTime: 0 })

/** Fetches the current state of a lead; null when it is deleted or out of the user's reach. */
export const loadNewestLead = ({ id }: Pick<Lead, 'id'>): Promise<Lead | null> =>
  call(leads.get, { params: { id } }).catch(nullIfGone)
