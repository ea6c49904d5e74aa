import * as z from 'zod'
import { localDate, office } from '../../../shared/api/parts/fields.ts'
import { AppointmentFilter } from '../../../shared/api/schemas/appointments.ts'
import { views } from '../../domains/calendar-view.ts'
import { periods } from './span.ts'

/** Schema of the parameters in the page address of the calendar: view, day and filters. */
export const CalendarAddress = z.object({
  view: z.enum(views),
  date: localDate(),
  period: z.enum(periods),
  office,
  /** Ids of one or more agents, separated by commas. */
  agentId: z.string().max(2_000),
  ...AppointmentFilter.pick({ status: true, teamId: true }).shape,
})
export type CalendarAddress = z.output<typeof CalendarAddress>

/** Splits the agent filter of the page address into agent ids; empty when the filter is off. */
export const parseAgentIds = (agentId: string | undefined): readonly string[] =>
  agentId?.split(',').filter(Boolean) ?? []
