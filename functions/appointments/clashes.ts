import { addSeconds, type Instant, localDateOf, localTimeOf, monthsBetween } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { Appointments } from './entity.ts'
import { agentFor } from './people.ts'
import { startOf } from './rules.ts'

const HOUR_SECONDS = 60 * 60

interface Asked {
  readonly agentId?: string | undefined
  readonly date: string
  readonly time: string
  readonly except?: string | undefined
}

/**
 * The times, `HH:mm` in order, at which an agent has an appointment less than an hour from a moment, cancelled ones and
 * `except` apart; nothing else of them. For agents whom the actor may book for, like booking itself (422, 403).
 */
export async function clashes(actor: Caller, { agentId, date, time, except }: Asked) {
  const agent = await agentFor(actor, agentId)
  const { start } = startOf(date, time)
  const [from, until] = [addSeconds(start, -HOUR_SECONDS), addSeconds(start, HOUR_SECONDS)]
  const months = monthsBetween(localDateOf(from), localDateOf(until))
  const found = await Promise.all(
    months.map((month) =>
      Appointments.query
        .byAgent({ agentId: agent.id, month })
        .between({ start: from, id: '' }, { start: until, id: '' })
        .go({ pages: 'all' }),
    ),
  )
  const times = found
    .flatMap(({ data }) => data)
    .filter((row) => row.id !== except && row.status !== 'cancelled' && row.start > from && row.start < until)
    .map((row) => row.start)
  return { times: times.sort().map((one) => localTimeOf(one as Instant)) }
}
