import { unprocessable } from '../../shared/errors.ts'
import { callDoorOf, SERVICE_DAYS } from '../../shared/numbers/gate.ts'
import type { ServiceReason } from '../../shared/numbers/states.ts'
import { addDays, type Instant, localDateOf, today } from '../../shared/time.ts'
import { findListedAppointments } from '../appointments/service.ts'
import { findDoNotCall, listTracedRecords, readers } from '../known-customers/service.ts'
import { findGate, findNumber, formOf, judge, numberOf } from '../numbers/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { countRequest } from '../platform/data/rate-limit.ts'
import { findListedSales } from '../sales/service.ts'

/** Most records of a kind that are read for reasons to call. */
const MOST_READ = 20

/**
 * Returns whether a number may be called with an offer, and about what runs within reach (market 67a). Throws 422
 * without a valid number, 429 after sixty questions in a minute.
 */
export async function judgeNumber(actor: Caller, text: string) {
  authorise(actor, 'customer:recognise')
  const number = numberOf(text)
  if (number === undefined) throw unprocessable('Vul een geldig telefoonnummer in', 'number')
  await countRequest({ subject: `may-call#${actor.id}`, hits: 60, seconds: 60 })
  const [{ inForce }, row, closed, { reasons, isSeen }] = await Promise.all([
    findGate(),
    findNumber(number),
    findDoNotCall(number),
    findReasons(actor, number),
  ])
  const { state, until, source, isAllowed } = await judge(row, closed !== null, reasons)
  return {
    ...{ number, state, until, source, reasons },
    maySell: state === 'free' || state === 'consented',
    mayServe: isAllowed,
    door: callDoorOf(state, inForce, reasons.length > 0),
    legalForm: isSeen ? await formOf(row) : undefined,
  }
}

/**
 * Finds what runs with the customer of a number, and whether a record with the number is within reach, also for an
 * actor who sees no list of such records: who may open the sale may call about it.
 */
async function findReasons(actor: Caller, value: string) {
  const { rows } = await listTracedRecords(actor, [{ by: 'phone', value }], readers)
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
