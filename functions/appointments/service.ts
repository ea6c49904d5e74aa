import { randomUUID } from 'node:crypto'
import type { AppointmentChange, NewAppointment } from '../../shared/contract/appointments.ts'
import { AppError, conflict, forbidden, notFound, unprocessable } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Committed, commit } from '../platform/commit.ts'
import type { OutboxItem } from '../platform/outbox.ts'
import { findUser, type User } from '../platform/user.ts'
import { findTeam } from '../teams/service.ts'
import { assignableTo } from '../users/service.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { countersOf, detailsOf, ownedBy, startOf, typeOf, wallTimeOf } from './rules.ts'

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
      outbox: row.customerEmail ? [confirmationOf(row)] : [],
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
  const after: AppointmentRow = {
    ...before,
    ...details,
    ...(change.appointmentDate || change.appointmentTime ? moved : {}),
    type: change.type ?? before.type,
    status: change.status ?? before.status,
    ...(agent ? { agentId: agent.id, agent: nameOf(agent), ...(await teamFor(agent, actor)) } : {}),
    version: before.version + 1,
    updatedAt: now(),
  }
  const saved = commit(
    permit,
    {
      action: 'appointment.update',
      entity: { type: 'appointment', id },
      before,
      after,
      write: [
        {
          write: Appointments.put(after).where(
            ({ version, confirmationSent }, { eq }) =>
              `${eq(version, before.version)} AND ${eq(confirmationSent, before.confirmationSent)}`,
          ),
          otherwise: lostUpdate,
        },
      ],
      count: countersOf(before, after),
    },
    viewOf(after),
  )
  return saved.catch(async (error: unknown) => {
    // A mail that was marked as sent in between is no change of somebody's: the edit is made again.
    const meanwhile = await findAppointment(id)
    if (meanwhile.version !== before.version || meanwhile.confirmationSent === before.confirmationSent) throw error
    return changeAppointment(actor, id, change)
  })
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

/** The person an appointment is for: an agent's own by default, else one within reach (rulings 26). */
async function agentFor(actor: Caller, agentId: string | null | undefined): Promise<User> {
  const id = agentId ?? (actor.role === 'agent' || actor.role === 'teamleader' ? actor.id : null)
  if (!id) throw unprocessable('Kies een agent', 'agentId')
  if (actor.role === 'agent' && id !== actor.id) throw forbidden('Je kunt alleen afspraken voor jezelf plannen')
  const agent = await assignableTo(actor, id)
  if (!agent) throw unprocessable('Kies een actieve agent uit je eigen team', 'agentId')
  return agent
}

/** The agent's team, else the actor's; neither is a 422 (rulings 26). */
async function teamFor(agent: User, actor: Caller) {
  const teamId = agent.teamId ?? actor.teamId
  const team = teamId === null ? null : await findTeam(teamId)
  if (!team) throw unprocessable('De agent heeft geen team. Kies eerst een team voor deze agent.', 'agentId')
  return { teamId: team.id, team: { id: team.id, name: team.name, office: team.office } }
}

async function personOf(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw new AppError('unauthenticated', 'Session verlopen - wordt doorgestuurd naar login')
  return user
}

const nameOf = ({ id, firstName, lastName }: User) => ({ id, firstName, lastName })

const confirmationOf = (row: AppointmentRow): OutboxItem => ({ kind: 'appointment-confirmation', subject: row.id })

/** A row as the API shows it. */
export const viewOf = (row: AppointmentRow) => ({ ...row, appointmentDate: row.start })
