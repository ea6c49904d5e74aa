import { randomUUID } from 'node:crypto'
import type { AppointmentChange, NewAppointment } from '../../shared/contract/appointments.ts'
import { conflict, forbidden, notFound } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import { authorise, type Caller, type Permit } from '../platform/actor.ts'
import { type Committed, commit } from '../platform/commit.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { mailsFor } from './mail-queue.ts'
import { agentFor, nameOf, personOf, teamFor } from './people.ts'
import { countersOf, detailsOf, ownedBy, replanned, startOf, typeOf, wallTimeOf } from './rules.ts'

/**
 * Books an appointment for an agent within the actor's reach (access.md). 422 when the wall time does not exist
 * (rulings 24), when the agent may not be chosen, or when neither agent nor creator has a team (rulings 26).
 */
export async function bookAppointment(actor: Caller, form: NewAppointment) {
  const agent = await agentFor(actor, form.agentId)
  const creator = await personOf(actor.id)
  const at = now()
  const row: AppointmentRow = {
    ...detailsOf(form),
    id: randomUUID(),
    version: 1,
    customerName: form.customerName,
    customerPhone: String(detailsOf(form)['customerPhone']),
    ...startOf(form.appointmentDate, form.appointmentTime),
    type: typeOf(form.type, form.companyName),
    status: form.status ?? 'scheduled',
    agentId: agent.id,
    agent: nameOf(agent),
    createdBy: actor.id,
    caller: nameOf(creator),
    ...(await teamFor(agent, actor)),
    sequence: 0,
    plannedAt: at,
    confirmationSent: false,
    reminderSent: false,
    createdAt: at,
    updatedAt: at,
  }
  return commit(
    authorise(actor, 'appointment:create', ownedBy(row)),
    {
      action: 'appointment.create',
      entity: { type: 'appointment', id: row.id },
      after: row,
      write: [Appointments.create(row)],
      count: countersOf(null, row),
      outbox: await mailsFor(null, row),
    },
    viewOf(row),
  )
}

/**
 * Changes any part of an appointment within reach. 409 when somebody else saved it since `If-Match`; an agent cannot
 * give it to another (access.md).
 */
export async function changeAppointment(
  actor: Caller,
  id: string,
  change: AppointmentChange,
): Promise<Committed<ReturnType<typeof viewOf>>> {
  const before = await findAppointment(id)
  const permit = authorise(actor, 'appointment:edit', ownedBy(before))
  refuseStale(actor, before)
  const reassigned = change.agentId && change.agentId !== before.agentId
  if (reassigned && actor.role === 'agent') throw forbidden('Je kunt een afspraak niet aan een ander toewijzen')
  const agent = reassigned ? await agentFor(actor, change.agentId) : null
  const stands = wallTimeOf(before.start)
  const moved = startOf(change.appointmentDate ?? stands.date, change.appointmentTime ?? stands.time)
  const details = detailsOf(change)
  const at = now()
  const changed: AppointmentRow = {
    ...before,
    ...details,
    ...(change.appointmentDate || change.appointmentTime ? moved : {}),
    type: change.type ?? before.type,
    status: change.status ?? before.status,
    ...(agent ? { agentId: agent.id, agent: nameOf(agent), ...(await teamFor(agent, actor)) } : {}),
    version: before.version + 1,
    updatedAt: at,
  }
  const after = replanned(before, changed, at)
  return save(permit, before, after).catch(async (error: unknown) => {
    // What is marked past the version (a mail that was sent, a new name) is no change of somebody's: the edit is made again.
    const meanwhile = await findAppointment(id)
    if (meanwhile.version !== before.version || marksOf(meanwhile) === marksOf(before)) throw error
    return changeAppointment(actor, id, change)
  })
}

/** What is written to a row without raising its version: marks of sent mails, and names. */
const marks = ['confirmationSent', 'reminderSent', 'agent', 'caller', 'team'] as const
const marksOf = (row: AppointmentRow) =>
  JSON.stringify([
    row.confirmationSent,
    row.reminderSent,
    ...[row.agent, row.caller].flatMap(({ firstName, lastName }) => [firstName, lastName]),
    row.team.name,
    row.team.office,
  ])

/** Stores a change of an appointment, with its counters and the mail it asks for; 409 unless the row is as it was read. */
export async function save(permit: Permit, before: AppointmentRow, after: AppointmentRow) {
  return commit(
    permit,
    {
      action: 'appointment.update',
      entity: { type: 'appointment', id: after.id },
      before,
      after,
      write: [
        {
          write: Appointments.put(after).where((row, { eq }) =>
            [eq(row.version, before.version), ...marks.map((mark) => eq(row[mark], before[mark]))].join(' AND '),
          ),
          otherwise: lostUpdate,
        },
      ],
      count: countersOf(before, after),
      outbox: await mailsFor(before, after),
    },
    viewOf(after),
  )
}

/** Deletes an appointment within reach; 409 when somebody changed it meanwhile. */
export async function removeAppointment(actor: Caller, id: string) {
  const before = await findAppointment(id)
  const permit = authorise(actor, 'appointment:edit', ownedBy(before))
  refuseStale(actor, before)
  return commit(
    permit,
    {
      action: 'appointment.delete',
      entity: { type: 'appointment', id },
      before,
      write: [
        {
          write: Appointments.delete({ id }).where((attribute, { eq }) => eq(attribute.version, before.version)),
          otherwise: lostUpdate,
        },
      ],
      count: countersOf(before, null),
      outbox: await mailsFor(before, null),
    },
    undefined,
  )
}

const lostUpdate = () =>
  conflict('Iemand anders heeft deze afspraak intussen gewijzigd. Bekijk de nieuwe gegevens en probeer het opnieuw.')

function refuseStale(actor: Caller, row: AppointmentRow): void {
  const { expectedVersion } = actor.origin
  if (expectedVersion !== undefined && expectedVersion !== row.version) throw lostUpdate()
}

/** One appointment, strongly consistent; 404 when it does not exist. */
export async function findAppointment(id: string): Promise<AppointmentRow> {
  const { data } = await Appointments.get({ id }).go({ consistent: true })
  if (!data) throw notFound()
  return data
}

/** A row as the API shows it. */
export const viewOf = (row: AppointmentRow) => ({ ...row, appointmentDate: row.start })
