import { unprocessable } from '../../shared/errors.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { callDoorOf, SERVICE_DAYS } from '../../shared/numbers/gate.ts'
import type { ServiceReason } from '../../shared/numbers/states.ts'
import { addDays, type Instant, localDateOf, today } from '../../shared/time.ts'
import { findListedAppointments } from '../appointments/service.ts'
import { findDoNotCall, listTracedRecords, readers } from '../known-customers/service.ts'
import { findGate, findNumber, formOf, judge, numberOf } from '../numbers/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { countRequest } from '../platform/data/rate-limit.ts'
import { findListedSales } from '../sales/service.ts'
import { openCall } from './open-calls.ts'

/** Most records of a kind that are read for reasons to call. */
const MOST_READ = 20

/**
 * Returns whether the numbers of a phone field may be called with an offer, and about what runs within reach (market
 * 67a): consents and legal form are those of the first, and any closed one closes all. With `opens` the actor has the
 * number open to call. Throws 422 without a valid number, 429 after sixty questions in a minute.
 */
export async function judgeNumber(actor: Caller, text: string, opens: boolean) {
  authorise(actor, 'customer:recognise')
  const number = numberOf(text)
  if (number === undefined) throw unprocessable('Vul een geldig telefoonnummer in', 'number')
  await countRequest({ subject: `may-call#${actor.id}`, hits: 60, seconds: 60 })
  const [{ inForce }, row, closed, { reasons, isSeen }, calledBy] = await Promise.all([
    findGate(),
    findNumber(number),
    findDoNotCall(text),
    findReasons(actor, readPhones(text)),
    opens ? openCall(actor, number) : null,
  ])
  const { state, until, source, isAllowed } = await judge(row, closed !== null, reasons)
  return {
    ...{ number, state, until, source, reasons, calledBy },
    maySell: state === 'free' || state === 'consented',
    mayServe: isAllowed,
    door: callDoorOf(state, inForce, reasons.length > 0),
    legalForm: isSeen ? await formOf(row) : undefined,
  }
}

/**
 * Finds what runs with the customer of these numbers, and whether a record with one is within reach, also for an
 * actor who sees no list of such records: who may open the sale may call about it.
 */
async function findReasons(actor: Caller, phones: readonly string[]) {
  const traces = phones.map((value) => ({ by: 'phone' as const, value }))
  const { rows } = await listTracedRecords(actor, traces, readers)
  const idsOf = (kind: string) =>
    rows
      .filter(({ type }) => type === kind)
      .map(({ recordId }) => recordId)
      .slice(0, MOST_READ)
  const [appointments, sales] = await Promise.all([
    findListedAppointments(actor, idsOf('appointment')),
    findListedSales(actor, idsOf('sale'), 'sale:read'),
  ])
  const since = addDays(today(), -SERVICE_DAYS)
  const isPlanned = appointments.some(
    ({ status, appointmentDate }) => status !== 'cancelled' && localDateOf(appointmentDate as Instant) >= since,
  )
  const reasons: ServiceReason[] = [
    ...(isPlanned ? (['appointment'] as const) : []),
    ...(sales.some(({ status }) => status !== 'rejected') ? (['sale'] as const) : []),
  ]
  return { reasons, isSeen: rows.length > 0 }
}
