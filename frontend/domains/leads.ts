import { useQuery } from '@tanstack/react-query'
import { can } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { leads } from '../../shared/api/leads.ts'
import { type LeadStatus, leadStatuses, leadStatusLabels, type Priority } from '../../shared/api/parts/statuses.ts'
import type { Lead } from '../../shared/leads/schemas.ts'
import { type Instant, localDateOf } from '../../shared/time.ts'
import { formatTime, formatWeekday } from '../lib/format.ts'
import { query, useList } from '../lib/query.ts'
import { actorOf, useUser } from '../lib/session.ts'
import { today } from '../ui/dates/calendar-days.ts'
import { paths } from './paths.ts'

const { list, counts } = leads

/** Colours of the statuses of a lead, as tones of `Badge`. */
export const leadStatusTones = {
  new: 'purple',
  contacted: 'info',
  interested: 'warn',
  'not-interested': 'neutral',
  converted: 'ok',
} as const satisfies Record<LeadStatus, string>

/** Statuses of a lead to choose from, with their labels and colours. */
export const leadStatusChoices = leadStatuses.map((value) => ({
  value,
  label: leadStatusLabels[value],
  tone: leadStatusTones[value],
}))

/** Colours of the priorities of a lead, as tones of `Badge`. */
export const priorityTones = { high: 'bad', medium: 'warn', low: 'neutral' } as const satisfies Record<Priority, string>

/** Tells whether a user may change or delete a lead (access.md). */
export const mayEditLead = (user: CurrentUser, { teamId, ownerId }: Lead): boolean =>
  can(actorOf(user), 'lead:edit', { teamId, owners: [ownerId] })

/** Tells whether the logged-in user may change or delete a lead. */
export const useMayEditLead = (lead: Lead): boolean => mayEditLead(useUser(), lead)

/** Fetches the number of leads per status, and of the user's own leads to call today. */
export const useLeadCounts = () => useQuery({ ...query(counts), staleTime: 0 })

const MOST_CALLS = '20'
const callsToday = { callToday: 'true', mine: 'true' } as const

/** Fetches the first 20 of the user's own leads to call back today or earlier, the earliest moment first. */
export function useCallsToday() {
  const { data, error, refetch } = useList(list, { query: { ...callsToday, limit: MOST_CALLS } }, { fresh: true })
  // A lead that was just called stays in the cached answer until the next fetch. This leaves it out.
  const due = data?.filter((lead): lead is ToCall => lead.callBackAt !== null && dayOf(lead.callBackAt) <= today())
  return { data: due, error, refetch }
}

/** Lead with a moment to call back. */
export type ToCall = Lead & { readonly callBackAt: string }

/** Address of the list of leads to call today. */
export const callsTodayAddress = `${paths.leads}?${new URLSearchParams(callsToday)}`

const dayOf = (instant: string) => localDateOf(instant as Instant)

/** Returns when to call a customer back: the time, or the date when that day has passed (`isLate`). */
export function describeCallBack(instant: string): { text: string; isLate: boolean } {
  const isLate = dayOf(instant) < today()
  return { text: isLate ? formatWeekday(instant) : formatTime(instant), isLate }
}
