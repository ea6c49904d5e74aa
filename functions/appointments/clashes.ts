import { APPOINTMENT_MINUTES } from '../../shared/contract/schemas/appointments.ts'
import { addSeconds, type Instant, localTimeOf } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { findAgentFor } from './people.ts'
import { startOf } from './rules.ts'
import { monthQueryOfAgent, readAppointmentsBetween } from './span.ts'

const LENGTH_SECONDS = APPOINTMENT_MINUTES * 60

interface Slot {
  readonly agentId?: string | undefined
  readonly date: string
  readonly time: string
  readonly except?: string | undefined
}

/**
 * Lists the start times (`HH:mm`, in order) of an agent's appointments that overlap with a new one at this date and
 * time. Leaves out cancelled ones and the one with id `except`. Throws 403 when an agent chooses a colleague. Throws
 * 422 without an agent, for one whom the actor may not choose, and for a time that the clock change in spring skips.
 */
export async function findClashes(actor: Caller, { agentId, date, time, except }: Slot) {
  const agent = await findAgentFor(actor, agentId)
  const { start } = startOf(date, time)
  const [from, until] = [addSeconds(start, -LENGTH_SECONDS), addSeconds(start, LENGTH_SECONDS)]
  const near = await readAppointmentsBetween(from, until, (month) => [monthQueryOfAgent(agent.id, month)])
  const times = near
    .filter((row) => row.id !== except && row.status !== 'cancelled' && row.start !== from)
    .map((row) => localTimeOf(row.start as Instant))
  return { times }
}
