import { randomUUID } from 'node:crypto'
import type { AppointmentChange, NewAppointment } from '../../shared/contract/appointments.ts'
import { AppError, conflict, forbidden, notFound } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import { authorise, type Caller, type Permit } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
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
      outbox: (await mailsFor(null, row)).outbox,
    },
    viewOf(row),
  )
}

/**
 * Changes any part of an appointment within reach. 409 when somebody else saved it since `If-Match`; an agent cannot
 * give it to another (access.md).
 */
export const changeAppointment = (actor: Caller, id: string, change: AppointmentChange) =>
  edit(actor, id, async (before, permit) => save(permit, before, await changed(actor, before, change), change.undoable))

/** An appointment as a change makes it. */
async function changed(actor: Caller, before: AppointmentRow, change: AppointmentChange): Promise<AppointmentRow> {
  const reassigned = change.agentId && change.agentId !== before.agentId
  if (reassigned && actor.role === 'agent') throw forbidden('Je kunt een afspraak niet aan een ander toewijzen')
  const agent = reassigned ? await agentFor(actor, change.agentId) : null
  const stands = wallTimeOf(before.start)
  const moved = startOf(change.appointmentDate ?? stands.date, change.appointmentTime ?? stands.time)
  const at = now()
  const after: AppointmentRow = {
    ...before,
    ...detailsOf(change),
    ...(change.appointmentDate || change.appointmentTime ? moved : {}),
    type: change.type ?? before.type,
    status: change.status ?? before.status,
    ...(agent ? { agentId: agent.id, agent: nameOf(agent), ...(await teamFor(agent, actor)) } : {}),
    version: before.version + 1,
    updatedAt: at,
  }
  return replanned(before, after, at)
}

/** How often an edit is made that meets what no person did. */
const TRIES = 3

/**
 * Makes an edit of an appointment within reach, as it is now; 409 when somebody else saved it since `If-Match`. One that
 * meets a mail that leaves or a name that changes is made again: that is no change of somebody's, and no new version.
 */
async function edit<T>(actor: Caller, id: string, make: (row: AppointmentRow, permit: Permit) => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    const before = await findAppointment(id)
    const permit = authorise(actor, 'appointment:edit', ownedBy(before))
    refuseStale(actor, before)
    try {
      return await make(before, permit)
    } catch (error) {
      const isConflict = error instanceof AppError && error.kind === 'conflict'
      if (!isConflict || attempt === TRIES || (await findAppointment(id)).version !== before.version) throw error
    }
  }
}

/** What is written to a row without raising its version: marks of sent mails, and names. */
const marks = ['confirmationSent', 'reminderSent', 'agent', 'caller', 'team'] as const

/** Stores a change of an appointment, with its counters and the mail it asks for; 409 unless the row is as it was read. */
export async function save(permit: Permit, before: AppointmentRow, after: AppointmentRow, undoable?: boolean) {
  const mails = await mailsFor(before, after, undoable)
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
        ...mails.write,
      ],
      count: countersOf(before, after),
      outbox: mails.outbox,
    },
    viewOf(after),
  )
}

/** Deletes an appointment within reach; 409 when somebody changed it meanwhile. */
export const removeAppointment = (actor: Caller, id: string) =>
  edit(actor, id, async (before, permit) => {
    const mails = await mailsFor(before, null)
    return commit(
      permit,
      {
        action: 'appointment.delete',
        entity: { type: 'appointment', id },
        before,
        write: [
          {
            write: Appointments.delete({ id }).where(({ version }, { eq }) => eq(version, before.version)),
            otherwise: lostUpdate,
          },
          ...mails.write,
        ],
        count: countersOf(before, null),
        outbox: mails.outbox,
      },
      undefined,
    )
  })

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
