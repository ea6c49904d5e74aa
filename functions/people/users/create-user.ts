import { createHash, randomUUID } from 'node:crypto'
import { type Flag, flags } from '../../../shared/access.ts'
import { AppError, conflict, forbidden, unprocessable } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { defaultFlags } from '../../../shared/users/choices.ts'
import { user } from '../../../shared/users/record.ts'
import type { NewUser } from '../../../shared/users/schemas.ts'
import { welcomeStepsFor } from '../../../shared/welcome.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { createCredentials, deleteAccount } from '../../platform/aws/identity.ts'
import { commit } from '../../platform/data/commit.ts'
import { countRequest } from '../../platform/data/rate-limit.ts'
import { tryWrite } from '../../platform/data/table.ts'
import { keepReservation, releaseReservation, reserveValue } from '../../platform/data/unique.ts'
import { actorOf, adminSinceAfter, deriveFields, type User, Users } from '../../platform/identity/user.ts'
import { mapFormFields } from '../../records/form.ts'
import { rosterMoves } from '../roster.ts'
import { findTeam, requireTeam, requireUnchangedActor } from '../service.ts'
import { tellAdmins } from './account-notices.ts'
import { refusePowersBeyondActor } from './authority.ts'
import { invitationMail } from './invitation-mails.ts'
import { invitationsOf } from './invitations.ts'
import { userCostsItem } from './manage-user.ts'
import { refuseCommonPassword, withPasswordField } from './password.ts'
import { detailOf } from './user-details.ts'

/** Idle seconds of a session, unless the person chooses otherwise (spec §9). */
const SESSION_SECONDS = 7200

/**
 * Creates a person with a first password, to be replaced at the first login (decision 93), or with a mailed invitation
 * (decision 93), which waits for a later mail when `isMailed` is false. After a crash nobody has access, and `reconcileIdentities` removes the rest (rulings 8). Throws 400 at
 * `password` when it is common or Cognito refuses it, 409 at `email` when the address is taken, 422 at `teamId` for an
 * unknown team. Throws 403 for powers that the actor may not give, 429 after twenty invitations in an hour, 401 when
 * the actor's own rights change meanwhile.
 */
export async function createUser(actor: Caller, form: NewUser, { isMailed = form.invite === true } = {}) {
  const row = await newRow(actor, form)
  refusePowersBeyondActor(actor, null, row)
  const permit = authorise(actor, 'user:manage', { teamId: row.teamId })
  if (row.teamId !== undefined && !(await findTeam(row.teamId))) {
    throw unprocessable('Dit team bestaat niet (meer)', 'teamId')
  }
  if (isMailed) await countRequest(invitationsOf(actor))
  const password = form.invite ? undefined : form.password
  if (password !== undefined) await refuseCommonPassword('password', password, row)
  // The address is reserved first, then Cognito gets the credentials. The row, which gives access, comes last.
  if (!(await reserveValue('email', row.email, row.id))) throw emailTaken()
  try {
    if (password !== undefined) await withPasswordField('password', () => createCredentials(row.id, password))
    const change = {
      action: 'user.create' as const,
      entity: { type: 'user', id: row.id },
      after: row,
      write: [
        ...requireUnchangedActor(actor, null),
        { write: keepReservation('email', row.email, row.id), onFailure: emailTaken },
        { write: Users.create(row), onFailure: emailTaken },
        ...(row.teamId === undefined ? [] : [requireTeam(row.teamId)]),
        ...rosterMoves(null, row),
      ],
      outbox: [
        ...(row.employmentType === 'zzp' ? [userCostsItem(row)] : []),
        ...(isMailed ? [invitationMail(row, actor.name)] : []),
      ],
      notify: await tellAdmins(actor.id, row, ['created']),
    }
    return await commit(permit, change, await detailOf(row))
  } catch (error) {
    if (isFinal(error)) await abandon(row)
    throw error
  }
}

const emailTaken = () => conflict('Dit e-mailadres is al in gebruik', 'email')

const stored = mapFormFields<User>()(['password', 'invite'], user.normal)

/** Builds the row of a new person. Throws 403 for a team leader without a team. */
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
    keptSession: undefined,
    credentialEpoch: undefined,
    earningEpoch: undefined,
    adminSince: adminSinceAfter(null, { isActive: true, role: form.role }),
    standIn: undefined,
    resetBy: undefined,
    sessionTimeout: SESSION_SECONDS,
    createdBy: actor.id,
    createdAt: at,
    updatedAt: at,
  }
  return {
    ...row,
    ...deriveFields(row),
    welcome: welcomeStepsFor(actorOf({ ...row, ...deriveFields(row), welcome: undefined })),
  }
}

/** Returns the requested flags. An absent one is on if it is on by default and the actor has it too (spec §5). */
const flagsFor = (actor: Caller, form: NewUser) =>
  Object.fromEntries(flags.map((flag) => [flag, form[flag] ?? (defaultFlags[flag] && actor.flags[flag])])) as Record<
    Flag,
    boolean
  >

/**
 * Returns the id of a new person. With an Idempotency-Key it follows from the request, so that a repeated request
 * continues with the same reservation and credentials, also after a crash.
 */
function idFor({ id, origin: { idempotency } }: Caller): string {
  if (!idempotency) return randomUUID()
  const text = createHash('sha256').update(`${id}\n${idempotency.key}\n${idempotency.hash}`).digest('hex')
  return text.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Tells whether the request was refused for good, so that nobody will continue it. */
const isFinal = (error: unknown) => error instanceof AppError && error.kind !== 'unavailable'

/** Releases the address and deletes the credentials, unless the same request was finished meanwhile. */
async function abandon({ email, id }: User): Promise<void> {
  if (await tryWrite(() => releaseReservation('email', email, id).go())) await deleteAccount(id)
}
