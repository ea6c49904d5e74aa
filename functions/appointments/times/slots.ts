import { APPOINTMENT_MINUTES } from '../../../shared/appointments/choices.ts'
import { addSeconds, epochOf, type Instant } from '../../../shared/time.ts'
import { readAll } from '../../platform/data/rows.ts'
import { defineEntity, must, type Operation, primary, ttlSeconds } from '../../platform/data/table.ts'
import type { AppointmentRow } from '../entity.ts'

const QUARTER_MS = 15 * 60_000
/** Seconds after its quarter that a row is kept, so that a late move still releases it. */
const KEPT_SECONDS = 31 * 86_400

/**
 * Quarters of an hour that appointments hold. One row per agent and quarter, created in the transaction of the booking,
 * so that of two bookings of one minute only one succeeds.
 *
 * | Read                 | Index   | Key               |
 * | an agent's quarters  | primary | agentId · quarter |
 */
const Slots = defineEntity('slot', {
  attributes: {
    agentId: must,
    /** Start of the quarter, ISO 8601 in UTC. */
    quarter: must,
    appointmentId: must,
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('slot#${agentId}', '${quarter}') },
})

type Placed = Pick<AppointmentRow, 'agentId' | 'start' | 'status' | 'slot'>

/** Returns the quarters from the start of an appointment, rounded down, to its end, rounded up. */
function quartersOf(start: string): string[] {
  const from = epochOf(start as Instant)
  const first = Math.floor(from / QUARTER_MS) * QUARTER_MS
  const count = Math.ceil((from + APPOINTMENT_MINUTES * 60_000 - first) / QUARTER_MS)
  return Array.from({ length: count }, (_, index) => new Date(first + index * QUARTER_MS).toISOString())
}

/**
 * Returns the quarters that an appointment holds; none for a cancelled one, a shared time and one of before the slots.
 */
export const quartersHeldBy = (row: Placed | null): string[] =>
  row?.slot === 'held' && row.status !== 'cancelled' ? quartersOf(row.start) : []

/** Returns the writes that release quarters which an appointment held and no longer holds. */
export function releasesOf(before: AppointmentRow | null, after: AppointmentRow | null): Operation[] {
  const kept = after?.agentId === before?.agentId ? quartersHeldBy(after) : []
  const agentId = before?.agentId ?? ''
  return quartersHeldBy(before)
    .filter((quarter) => !kept.includes(quarter))
    .map((quarter) =>
      Slots.delete({ agentId, quarter }).where(
        ({ appointmentId }, { eq, notExists }) =>
          `${notExists(appointmentId)} OR ${eq(appointmentId, before?.id ?? '')}`,
      ),
    )
}

/** Returns the write that makes an appointment hold a quarter; it fails when another one holds that quarter. */
export const holdQuarter = (
  { id, agentId, start }: Pick<AppointmentRow, 'id' | 'agentId' | 'start'>,
  quarter: string,
) =>
  Slots.create({
    ...{ agentId, quarter, appointmentId: id },
    expires: ttlSeconds(epochOf(addSeconds(start as Instant, KEPT_SECONDS))),
  })

/** Returns the ids of the appointments that hold a time of an agent, strongly consistent. */
export async function findHolders(agentId: string, start: string): Promise<string[]> {
  const quarters = quartersOf(start)
  const [from, until] = [quarters[0] ?? start, quarters.at(-1) ?? start]
  const rows = await readAll(Slots.query.primary({ agentId }).between({ quarter: from }, { quarter: until }), {
    consistent: true,
  })
  return [...new Set(rows.map(({ appointmentId }) => appointmentId))]
}
