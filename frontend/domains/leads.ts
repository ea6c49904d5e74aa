import { useQuery } from '@tanstack/react-query'
import { can } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/contract/auth.ts'
import {
  type Lead,
  type LeadStatus,
  leadStatuses,
  leadStatusLabels,
  leads,
  type Priority,
} from '../../shared/contract/leads.ts'
import { paths } from '../lib/paths.ts'
import { query, queryClient, useList } from '../lib/query.ts'
import { actorOf, useUser } from '../lib/session.ts'

const { list, counts, get, known } = leads

/** The cached answers that a change of a lead makes old, for `useCommand`. */
export const leadRefreshes = [list, counts, get, known]

/** Fetches what is known of leads anew, after something else turned out to have changed one. */
export function refreshLeads(): void {
  for (const { path } of leadRefreshes) queryClient.invalidateQueries({ queryKey: [path] })
}

/** The colours of the statuses, by the names of `Badge`. */
const statusTones = {
  new: 'purple',
  contacted: 'info',
  interested: 'warn',
  'not-interested': 'neutral',
  converted: 'ok',
} as const satisfies Record<LeadStatus, string>

/** The statuses to choose from, with their labels and colours. */
export const leadStatusChoices = leadStatuses.map((value) => ({
  value,
  label: leadStatusLabels[value],
  tone: statusTones[value],
}))

export const priorityTones = { high: 'bad', medium: 'warn', low: 'neutral' } as const satisfies Record<Priority, string>

/** The address that opens a lead over its list. */
export const leadAddress = (id: string): string => `${paths.leads}?lead=${encodeURIComponent(id)}`

/** Whether the logged-in user may change or delete a lead (access.md). */
export const mayEditLead = (user: CurrentUser, { teamId, ownerId }: Lead): boolean =>
  can(actorOf(user), 'lead:edit', { teamId, owners: [ownerId] })

/** The same for whoever is logged in. */
export const useMayEditLead = (lead: Lead): boolean => mayEditLead(useUser(), lead)

/** How many leads have each status, and how many of one's own are to be called today. */
export const useLeadCounts = () => useQuery({ ...query(counts), staleTime: 0 })

const MOST_CALLS = '20'

/** One's own leads to be called back today or before, the earliest first. */
export const useCallsToday = (enabled = true) =>
  useList(list, { query: { callToday: 'true', mine: 'true', limit: MOST_CALLS } }, { fresh: true, enabled })
