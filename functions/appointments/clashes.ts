import { APPOINTMENT_MINUTES } from '../../shared/contract/appointments.ts'
import { addSeconds, type Instant, localTimeOf } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { agentFor } from './people.ts'
import { startOf } from './rules.ts'
import { ofAgent, startingBetween } from './span.ts'

const LENGTH_SECONDS = APPOINTMENT_MINUTES * 60

interface Asked {
  readonly agentId?: string | undefined
  readonly date: string
  readonly time: string
  readonly except?: string | undefined
}

/**
 * The times, `HH:mm` in order, at which an agent has an appointment that would overlap with one at a moment, cancelled ones and
 * `except` apart; nothing else of them. For agents whom the actor may book for, like booking itself (422, 403).
 */
export async function clashes(actor: Caller, { agentId, date, time, except }: Asked) {
  const agent = await agentFor(actor, agentId)
  const { start } = startOf(date, time)
  const [from, until] = [addSeconds(start, -LENGTH_SECONDS), addSeconds(start, LENGTH_SECONDS)]
  const near = await startingBetween(from, until, (month) => [ofAgent(agent.id, month)])
  const times = near
    .filter((row) => row.id !== except && row.status !== 'cancelled' && row.start !== from)
    .map((row) => localTimeOf(row.start as Instant))
  return { times }
}
