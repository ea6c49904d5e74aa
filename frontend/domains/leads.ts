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
import { type Instant, localDateOf } from '../../shared/time.ts'
import { formatTime, formatWeekday } from '../lib/format.ts'
import { query, refresh, useList } from '../lib/query.ts'
import { actorOf, useUser } from '../lib/session.ts'
import { today } from '../ui/calendar-days.ts'
import { paths } from './paths.ts'

const { list, counts, get, history, known } = leads

/** The cached answers that a change of a lead makes old, for `useCommand`. */
export const leadRefreshes = [list, counts, get, history, known]

/** Fetches what is known of leads anew, after something else turned out to have changed one. */
export function refreshLeads(): void {
  refresh(leadRefreshes)
}

/** The colours of the statuses, by the names of `Badge`. */
export const leadStatusTones = {
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
  tone: leadStatusTones[value],
}))

export const priorityTones = { high: 'bad', medium: 'warn', low: 'neutral' } as const satisfies Record<Priority, string>

/** Whether the logged-in user may change or delete a lead (access.md). */
const mayEditLead = (user: CurrentUser, { teamId, ownerId }: Lead): boolean =>
  can(actorOf(user), 'lead:edit', { teamId, owners: [ownerId] })

/** The same for whoever is logged in. */
export const useMayEditLead = (lead: Lead): boolean => mayEditLead(useUser(), lead)

/** How many leads have each status, and how many of one's own are to be called today. */
export const useLeadCounts = () => useQuery({ ...query(counts), staleTime: 0 })

const MOST_CALLS = '20'
const callsToday = { callToday: 'true', mine: 'true' } as const

/** One's own leads to be called back today or before, the earliest first. */
export function useCallsToday() {
  const { data, error, refetch } = useList(list, { query: { ...callsToday, limit: MOST_CALLS } }, { fresh: true })
  // One that was just called stays in the cached answer until it is there anew.
  const due = data?.filter((lead): lead is ToCall => lead.callBackAt !== null && dayOf(lead.callBackAt) <= today())
  return { data: due, error, refetch }
}

/** A lead that is to be called back. */
export type ToCall = Lead & { readonly callBackAt: string }

/** The address of the list of those leads. */
export const callsTodayAddress = `${paths.leads}?${new URLSearchParams(callsToday)}`

const dayOf = (instant: string) => localDateOf(instant as Instant)

/** When a customer is to be called back: the time, or a day that is over. */
export function callBackText(instant: string): { text: string; isLate: boolean } {
  const isLate = dayOf(instant) < today()
  return { text: isLate ? formatWeekday(instant) : formatTime(instant), isLate }
}
