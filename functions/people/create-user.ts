import { createHash, randomUUID } from 'node:crypto'
import { type Flag, flags } from '../../shared/access.ts'
import { defaultFlags, type NewUser } from '../../shared/contract/users.ts'
import { AppError, conflict, forbidden, invalid, unprocessable } from '../../shared/errors.ts'
import { normalisePhone } from '../../shared/identifiers.ts'
import { now } from '../../shared/time.ts'
import { welcomeStepsFor } from '../../shared/welcome.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { createCredentials, deleteAccount, isPasswordRefusal } from '../platform/identity.ts'
import { accepted } from '../platform/table.ts'
import { kept, released, reserve } from '../platform/unique.ts'
import { actorOf, derivedOf, type User, Users } from '../platform/user.ts'
import { storing } from '../records/form.ts'
import { refuseBeyond } from './authority.ts'
import { invitationMail } from './invitation-mails.ts'
import { costsFollow } from './manage-user.ts'
import { rosterMoves } from './roster.ts'
import { findTeam, stillActing, teamStands } from './service.ts'
import { detailOf } from './user-details.ts'

/** Idle seconds of a session unless the person chooses otherwise (spec §9). */
const SESSION_SECONDS = 7200

/**
 * Creates a person with a first password, which they replace at their first login (decision 37), or without one and
 * with an invitation by mail, by which they choose their own (decision 93). The address is
 * reserved first, then Cognito gets the credentials, and the row, which is what lets somebody in, comes last
 * (rulings 8): whatever is left behind by a crash lets nobody in, and the reconciler clears it away. 409 at `email` when the address is taken, 422 at `teamId` when there is no such team, 403
 * beyond the actor's own rights.
 */
export async function createUser(actor: Caller, form: NewUser) {
  const row = await newRow(actor, form)
  refuseBeyond(actor, null, row)
  const permit = authorise(actor, 'user:manage', { teamId: row.teamId })
  if (row.teamId !== undefined && !(await findTeam(row.teamId))) {
    throw unprocessable('Dit team bestaat niet (meer)', 'teamId')
  }
  if (!(await reserve('email', row.email, row.id))) throw emailTaken()
  try {
    const password = form.invite ? undefined : form.password
    if (password !== undefined) await withPasswordField('password', () => createCredentials(row.id, password))
    const change = {
      action: 'user.create' as const,
      entity: { type: 'user', id: row.id },
      after: row,
      write: [
        ...stillActing(actor, null),
        { write: kept('email', row.email, row.id), otherwise: emailTaken },
        { write: Users.create(row), otherwise: emailTaken },
        ...(row.teamId === undefined ? [] : [teamStands(row.teamId)]),
        ...rosterMoves(null, row),
      ],
      outbox: [
        ...(row.employmentType === 'zzp' ? [costsFollow(row)] : []),
        ...(row.invitedAt ? [invitationMail(row, actor.name)] : []),
      ],
    }
    return await commit(permit, change, await detailOf(row))
  } catch (error) {
    if (isFinal(error)) await abandon(row)
    throw error
  }
}

const emailTaken = () => {
  const text = 'Dit e-mailadres is al in gebruik'
  return conflict(text, { email: [text] })
}

const stored = storing<User>()(['password', 'invite'], { phone: normalisePhone })

async function newRow(actor: Caller, form: NewUser): Promise<User> {
  const { teamId } = form
  if (actor.role === 'teamleader' && actor.teamId === null) throw forbidden('Je hebt zelf geen team')
  const chosen = actor.role === 'teamleader' && teamId === undefined ? actor.teamId : teamId
  const at = now()
  const row = {
    ...stored.created(form),
    ...flagsFor(actor, form),
    id: idFor(actor),
    version: 1,
    profileImageUrl: undefined,
    teamId: chosen ?? undefined,
    isLocalAccount: true,
    licenseFeeStatus: 'paid' as const,
    lastLicensePayment: undefined,
    isActive: true,
    twoFactorEnabled: false,
    mustChangePassword: true,
    invitedAt: form.invite ? at : undefined,
    sessionEpoch: 1,
    credentialEpoch: undefined,
    sessionTimeout: SESSION_SECONDS,
    createdAt: at,
    updatedAt: at,
  }
  return {
    ...row,
    ...derivedOf(row),
    welcome: welcomeStepsFor(actorOf({ ...row, ...derivedOf(row), welcome: undefined })),
  }
}

/** The flags asked for; one that is absent takes its default, as far as the actor has it to give (spec §5). */
const flagsFor = (actor: Caller, form: NewUser) =>
  Object.fromEntries(flags.map((flag) => [flag, form[flag] ?? (defaultFlags[flag] && actor.flags[flag])])) as Record<
    Flag,
    boolean
  >

/**
 * The id of the person to come. With an Idempotency-Key it follows from the request, so that the same request, at once
 * or again after a crash, goes on with the same reservation and the same credentials.
 */
function idFor({ id, origin: { idempotency } }: Caller): string {
  if (!idempotency) return randomUUID()
  const text = createHash('sha256').update(`${id}\n${idempotency.key}\n${idempotency.hash}`).digest('hex')
  return text.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Whether the request was refused, as against cut off or made to wait: then nobody will go on with it. */
const isFinal = (error: unknown) => error instanceof AppError && error.kind !== 'unavailable'

/** Gives the address back and takes the credentials away, unless the same request was done meanwhile. */
async function abandon({ email, id }: User): Promise<void> {
  if (await accepted(() => released('email', email, id).go())) await deleteAccount(id)
}

/** Runs what sets a password; one that Cognito does not take is a 400 at the field. */
export async function withPasswordField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isPasswordRefusal(error)) throw error
    const text = 'Dit wachtwoord wordt niet geaccepteerd. Kies een ander wachtwoord.'
    throw invalid(text, { [field]: [text] })
  }
}
