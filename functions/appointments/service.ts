import { type Actor, can } from '../../shared/access.ts'
import { basisToStore } from '../../shared/api/parts/contact-basis.ts'
import type { AppointmentChange, NewAppointment } from '../../shared/appointments/schemas.ts'
import { conflict, editConflict, forbidden, unprocessable } from '../../shared/errors.ts'
import { normalisePhone } from '../../shared/identifiers.ts'
import { showCall } from '../../shared/numbers/may-call.ts'
import { type CalledRecord, callMarks } from '../../shared/numbers/states.ts'
import { addDays, addSeconds, type LocalDate, now, startOfDay } from '../../shared/time.ts'
import {
  findDoNotCall,
  findDoNotCalls,
  findPhoneAuthor,
  requireCallable,
  traceWritesFor,
} from '../known-customers/service.ts'
import { readMailLog } from '../mail/log.ts'
import { buildMarker, completeBasis, findCallMarks, markRecordsWith } from '../numbers/service.ts'
import { findTeamFor, nameOf, requireStillAssignable } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, condition, type GuardedWrite } from '../platform/data/commit.ts'
import { asWhole, getRows } from '../platform/data/rows.ts'
import { findListed } from '../records/listed.ts'
import { newRecordFields, records } from '../records/record.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { endOf, PRODUCT, placeOf, uidOf } from './mails/calendar-entry.ts'
import { planMails } from './mails/mail-queue.ts'
import { appointmentMails } from './mails/mails.ts'
import { appointmentNotices } from './notices.ts'
import { findAgentFor, findSessionUser } from './people.ts'
import {
  contributionsOf,
  details,
  determineHeldBy,
  hasSale,
  isHeld,
  isToConfirm,
  mayAffectFee,
  ownersOf,
  startOf,
  typeOf,
  updateCalendarFields,
  wallTimeOf,
} from './rules.ts'
import { monthQueryOfAgent, monthQueryOfCaller, readAppointmentsBetween } from './span.ts'
import { type IfTaken, planSlot } from './times/slot-claims.ts'
import { releasesOf } from './times/slots.ts'

export { readUnfinishedAppointments } from './unfinished.ts'

/** Seconds that the clock of an agent's phone may be ahead. */
const AHEAD_SECONDS = 5 * 60

const traceWrites = traceWritesFor<AppointmentRow>('appointment', { ownersOf, dateOf: ({ date }) => date })

/** Functions that find, create, change and delete appointments, with audit, counters, notifications and index rows. */
export const appointmentRecords = records<AppointmentRow>({
  type: 'appointment',
  entity: Appointments,
  called: 'deze afspraak',
  ownersOf,
  actions: {
    read: 'appointment:read',
    create: 'appointment:create',
    edit: 'appointment:edit',
    remove: 'appointment:edit',
  },
  marks: ['confirmationSent', 'reminderSent', 'agent', 'caller', 'team', ...callMarks],
  derived: ['phoneBy', ...callMarks],
  contributions: contributionsOf,
  alongside: (before, after) => [...traceWrites(before, after), ...releasesOf(before, after)],
  notifies: appointmentNotices,
  follows: (before, after) => {
    const id = (after ?? before)?.id
    return id !== undefined && mayAffectFee(before, after) ? [{ kind: 'appointment-held', subject: id }] : []
  },
})

/**
 * Books an appointment for an agent within the actor's reach, and returns it. The customer gets a confirmation by mail
 * unless `isConfirmed` is false. Throws 403 when an agent books for a
 * colleague. Throws 409 when the agent's time is held by another appointment, unless `bookAnyway` shares it. Throws 422
 * without an agent or team, for an agent whom the actor may not choose, for a time that the clock change in spring
 * skips, and for a do-not-call number without a reason (rulings 24, 26, 32).
 */
export async function bookAppointment(actor: Caller, form: NewAppointment, { isConfirmed = true } = {}) {
  const { row, more } = await buildBooking(actor, form, {}, isConfirmed)
  const conditions = [...more.conditions, ...callableConditions(row)]
  return appointmentRecords.create(actor, row, viewOf, { ...more, conditions })
}

/**
 * Returns the condition that a number is not on the do-not-call list; none if a reason was given. It fails with 422
 * (rulings 32). Bookings for a lead or contract always refuse such a number in their own transaction.
 */
const callableConditions = ({ customerPhone, doNotCallReason }: AppointmentRow): GuardedWrite[] =>
  doNotCallReason
    ? []
    : requireCallable([customerPhone], {
        message: 'Dit nummer wil niet gebeld worden. Geef een reden om toch te boeken.',
        field: 'doNotCallReason',
      })

/**
 * Returns a new appointment as the API shows it, and the changes that store it. They go into the transaction of the
 * lead or contract in `origin`, for which the appointment is booked. Throws as `bookAppointment` does, but leaves
 * do-not-call numbers to that transaction.
 */
export async function prepareBooking(actor: Caller, form: NewAppointment, origin: Origin) {
  const { row, more } = await buildBooking(actor, form, origin)
  authorise(actor, 'appointment:create', ownersOf(row))
  return { view: await viewOf(row), changes: appointmentRecords.created(row, more) }
}

/** Lead or contract that an appointment was booked for. */
type Origin = Partial<Pick<AppointmentRow, 'leadId' | 'contractId' | 'consent' | 'contactBasis'>>

/** Builds the row of a new appointment, and the other parts of the transaction that stores it. */
async function buildBooking(
  actor: Caller,
  form: NewAppointment,
  { leadId, contractId, consent, contactBasis }: Origin,
  isConfirmed = true,
) {
  const agent = await findAgentFor(actor, form.agentId)
  const creator = await findSessionUser(actor.id)
  const at = now()
  const status = form.status ?? 'scheduled'
  const created = details.created(form)
  const customer = { customerPhone: created.customerPhone, consent }
  const given = basisToStore(form.contactBasis ?? contactBasis)
  const row: AppointmentRow = {
    ...created,
    ...newRecordFields(at),
    ...startOf(form.appointmentDate, form.appointmentTime),
    type: typeOf(form.type, form.companyName),
    status,
    heldBy: determineHeldBy(null, { status, createdBy: actor.id }, actor),
    agentId: agent.id,
    agent: nameOf(agent),
    createdBy: actor.id,
    phoneBy: undefined,
    caller: nameOf(creator),
    ...(await findTeamFor(agent, actor)),
    leadId,
    contractId,
    consent,
    contactBasis: isConfirmed ? await completeBasis(given, created.customerPhone) : undefined,
    saleId: undefined,
    saleRejected: undefined,
    slot: undefined,
    sequence: 0,
    plannedAt: at,
    arrivedAt: undefined,
    confirmationSent: false,
    reminderSent: false,
    ...(await marksOf(customer)),
  }
  const placed = await planSlot(actor, null, row, { isShared: form.bookAnyway })
  const conditions = [...requireStillAssignable(actor, agent), ...placed.claims]
  return { row: placed.row, more: { conditions, ...(isConfirmed ? await planMails(null, row) : {}) } }
}

/**
 * Changes fields of an appointment, and returns it. Throws 404 out of reach, and 409 when somebody else saved it since
 * `If-Match` or meanwhile. Throws 403 and 422 as `applyAppointmentChange` does, and 422 when one of its conditions
 * fails.
 */
export const changeAppointment = (actor: Caller, id: string, change: AppointmentChange) =>
  appointmentRecords.edit(actor, id, viewOf, async (before) => {
    const { after, conditions } = await applyAppointmentChange(actor, before, change)
    return { after, conditions, ...(await planMails(before, after, change.undoable)) }
  })

/**
 * Returns an appointment with a change applied, and the conditions on its new agent, time and phone number; stores
 * nothing. Throws 403 when an agent assigns it to somebody else. Throws 422 for an agent whom the actor may not choose,
 * for a time that the clock change in spring skips, and for an arrival in the future.
 */
export async function applyAppointmentChange(
  actor: Caller,
  before: AppointmentRow,
  change: AppointmentChange,
  ifTaken: IfTaken = 'refuse',
): Promise<Changed> {
  const isReassigned = change.agentId && change.agentId !== before.agentId
  if (isReassigned && actor.role === 'agent') throw forbidden('Je kunt een afspraak niet aan een ander toewijzen')
  if (change.arrivedAt && change.arrivedAt > addSeconds(now(), AHEAD_SECONDS)) {
    throw unprocessable('Dit moment is nog niet geweest', 'arrivedAt')
  }
  const agent = isReassigned ? await findAgentFor(actor, change.agentId) : null
  const current = wallTimeOf(before.start)
  const moved = startOf(change.appointmentDate ?? current.date, change.appointmentTime ?? current.time)
  const changed: AppointmentRow = { ...before, ...details.changed(change) }
  const after: AppointmentRow = {
    ...changed,
    phoneBy: findPhoneAuthor(actor, before, changed),
    ...(change.contactBasis
      ? { contactBasis: await completeBasis(basisToStore(change.contactBasis), changed.customerPhone) }
      : {}),
    ...(change.customerPhone && !change.doNotCallReason ? reasonOf(before, change.customerPhone) : {}),
    ...(change.appointmentDate || change.appointmentTime ? moved : {}),
    ...statusOf(actor, before, change.status),
    ...(agent ? { agentId: agent.id, agent: nameOf(agent), ...(await findTeamFor(agent, actor)) } : {}),
  }
  const isOtherNumber = after.customerPhone !== before.customerPhone
  const placed = await planSlot(actor, before, after, { isShared: change.bookAnyway, ifTaken })
  const conditions = [
    ...(agent ? requireStillAssignable(actor, agent) : []),
    ...placed.claims,
    ...(isOtherNumber ? callableConditions(after) : []),
  ]
  const marked = isOtherNumber ? { ...placed.row, ...(await marksOf(after)) } : placed.row
  return { after: updateCalendarFields(before, marked, now()), conditions }
}

const marksOf = async (customer: CalledRecord) => (await findCallMarks([customer]))(customer)

/** Returns the stored reason to call a do-not-call number; undefined when the phone number changes. */
const reasonOf = (before: AppointmentRow, phone: string) => ({
  doNotCallReason: normalisePhone(phone) === before.customerPhone ? before.doNotCallReason : undefined,
})

/**
 * Returns a new status and who marked the appointment as held. Another person who sets the same status again confirms
 * that it was held.
 */
const statusOf = (actor: Caller, before: AppointmentRow, status: AppointmentChange['status']) =>
  status === undefined ? {} : { status, heldBy: determineHeldBy(before, { ...before, status }, actor) }

interface Changed {
  readonly after: AppointmentRow
  readonly conditions: readonly GuardedWrite[]
}

/**
 * Returns the change that links a registered sale to its appointment, for the transaction of the sale. Throws 409 when
 * the appointment has a sale that was not rejected (rulings 33).
 */
export async function markSaleRegistered(
  actor: Pick<Caller, 'id' | 'role'>,
  row: AppointmentRow,
  saleId: string,
): Promise<Change[]> {
  if (hasSale(row)) throw conflict(HAS_SALE, 'appointmentId')
  const heldBy = determineHeldBy(row, { ...row, status: 'sale' }, actor)
  const sold = { ...row, status: 'sale' as const, heldBy, saleId, saleRejected: undefined }
  const after = updateCalendarFields(row, sold, now())
  return appointmentRecords.changed(row, after, await planMails(row, after)).changes
}

const HAS_SALE = 'Voor deze afspraak is al een sale geregistreerd'

/** Returns the change that marks an appointment's sale as rejected; none for another sale or a deleted appointment. */
export async function markSaleRejected(id: string, saleId: string): Promise<Change[]> {
  const row = await findAppointment(id)
  if (row?.saleId !== saleId) return []
  return appointmentRecords.changed(row, { ...row, saleRejected: true }).changes
}

/**
 * Finds an appointment that was held without a sale, for which the caller who booked it gets a fee (rulings 36). `row`
 * is null when there is none, it was not held, or it has a sale. `unchanged` is the condition that the appointment is
 * still as read here, or still absent.
 */
export async function findHeldWithoutSale(id: string) {
  const row = await findAppointment(id)
  // Deletes nothing: `condition` takes only the key and the condition of this write. ElectroDB builds a typed condition
  // only as part of a write.
  const same = Appointments.delete({ id }).where((stored, { eq, notExists }) =>
    row ? eq(stored.version, row.version) : notExists(stored.version),
  )
  const unchanged = condition(same, () => editConflict('deze afspraak'))
  return { row: row && isHeld(row) && !hasSale(row) ? row : null, unchanged }
}

/** Finds an appointment, strongly consistent, or null. For callers that check rights themselves. */
export async function findAppointment(id: string): Promise<AppointmentRow | null> {
  const { data } = await Appointments.get({ id }).go({ consistent: true })
  return data as AppointmentRow | null
}

/** Corrects the marks of an appointment by the state of its number; returns false when the appointment keeps changing. */
export const markAppointment = buildMarker<AppointmentRow>(findAppointment, appointmentRecords.marking)

/** Corrects the marks of the appointments with a number of these phone fields; see `markRecordsWith`. */
export const markAppointmentsWith = (phones: readonly string[]): Promise<void> =>
  markRecordsWith('appointment', phones, markAppointment)

/** Returns appointments as the API shows them, each with its do-not-call entry. */
export async function viewsOf(rows: readonly AppointmentRow[]) {
  const closed = await findDoNotCalls(rows.map(({ customerPhone }) => customerPhone))
  return rows.map((row) => ({
    ...row,
    appointmentDate: row.start,
    toConfirm: isToConfirm(row),
    doNotCallSince: closed.get(row.customerPhone) ?? null,
    mayCall: showCall(row, closed.has(row.customerPhone)),
  }))
}

/** Returns an appointment as the API shows it, with its do-not-call entry. */
export async function viewOf(row: AppointmentRow) {
  const since = await findDoNotCall(row.customerPhone)
  const mayCall = showCall(row, since !== null)
  return { ...row, appointmentDate: row.start, toConfirm: isToConfirm(row), doNotCallSince: since, mayCall }
}

/**
 * Returns the appointments assigned to an actor in a span of days, by start; for a caller also those they booked.
 * Leaves out those that the actor may not read. Each has its calendar UID, end and address; `product` names our program
 * in the calendar file.
 */
export async function readOwnCalendar(actor: Actor, first: LocalDate, last: LocalDate) {
  const rows = await readAppointmentsBetween(startOfDay(first), startOfDay(addDays(last, 1)), (month) =>
    actor.role === 'caller'
      ? [monthQueryOfAgent(actor.id, month), monthQueryOfCaller(actor.id, month)]
      : [monthQueryOfAgent(actor.id, month)],
  )
  const shown = await viewsOf(rows.filter((row) => can(actor, 'appointment:read', ownersOf(row))))
  const entries = shown.map((row) => ({ ...row, uid: uidOf(row), end: endOf(row.start), place: placeOf(row) }))
  return { product: PRODUCT, entries }
}

/** Returns the appointments with these ids that the actor may read, as the list of appointments shows them. */
export const findListedAppointments = (actor: Caller, ids: readonly string[]) =>
  findListed(actor, 'appointment:read', ids, {
    read: async (keys) => asWhole(await getRows(Appointments, keys)),
    ownersOf,
    show: viewsOf,
  })

/** Lists the mails to customers about appointments: those of one appointment after the other, each newest first. */
export async function listMailsAbout(ids: readonly string[]) {
  const logs = await Promise.all(ids.map((id) => readMailLog(appointmentMails, id)))
  return logs.flatMap((mails, index) => mails.map((mail) => ({ ...mail, appointmentId: String(ids[index]) })))
}
