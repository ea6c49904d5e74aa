import { flags } from '../../../shared/access.ts'
import { AppError, forbidden, invalid, unprocessable } from '../../../shared/errors.ts'
import type { Caller, Permit } from '../../platform/actor.ts'
import {
  checkPassword,
  createCredentials,
  findAccount,
  isPasswordRefusal,
  setPassword,
} from '../../platform/aws/identity.ts'
import { type Change, commit, commitAll } from '../../platform/data/commit.ts'
import {
  buildUserChange,
  endSessionsBut,
  isStandIn,
  noteReset,
  raiseEpochs,
  type User,
} from '../../platform/identity/user.ts'
import { endKeysOf } from '../api-keys.ts'
import { blockLogins, countAttempt, forgiveAttempt, logFailedAttempt, readLastLogins } from '../login/attempts.ts'
import { syncIdentity } from '../login/identity-sync.ts'
import { passwordNotice } from '../notices.ts'
import { requireUnchangedActor } from '../service.ts'
import { tellAdminsOfApprover } from './account-notices.ts'
import { userRecords } from './authority.ts'

interface PasswordForm {
  readonly newPassword: string
  readonly currentPassword?: string | undefined
}

/**
 * Changes a person's password and ends their sessions; when Cognito fails, the old password stays valid (rulings 8).
 * Users give their own current password, except to replace one that somebody else set; then their session continues
 * (decision 93). Throws 400 for a wrong current, a common or a refused new password, 429 after five wrong ones, 422
 * when the password is kept elsewhere. Throws 403 for a team leader when the person has more rights, or logged in
 * before and has 2FA off.
 */
export async function changePassword(actor: Caller, id: string, form: PasswordForm) {
  const { permit, row: user } = await userRecords.within(actor, id, 'user:password')
  if (!user.isLocalAccount) throw unprocessable('Dit account heeft geen wachtwoord dat hier te wijzigen is')
  const isOwn = id === actor.id
  const isFirst = isOwn && user.mustChangePassword === true
  if (isFirst && form.currentPassword === undefined) await refuseFirstAgain(id, form)
  else if (isOwn) await proveOwnPassword(permit, user, form)
  else await refuseStepUp(actor, user)
  await refuseCommonPassword('newPassword', form.newPassword, user)
  const { row, write } = buildUserChange(user, {
    ...raiseEpochs(user),
    ...(isFirst ? endSessionsBut(actor.sessionHash, user) : {}),
    ...noteReset(user, actor.id),
    // A password set by somebody else counts as a first password, which the owner must replace before anything else
    // (decision 93).
    mustChangePassword: isOwn ? user.mustChangePassword : true,
    invitedAt: undefined,
  })
  const loginBlock = blockLogins(id)
  // Whoever had the account may have made a key, which must not survive its recovery.
  const keys = isOwn ? [] : await endKeysOf(permit, id)
  const change: Change = {
    action: 'user.password',
    entity: { type: 'user', id },
    write: [...requireUnchangedActor(actor, user), write, loginBlock.write],
    outbox: [passwordNotice(permit, user)],
    notify: isOwn ? [] : await tellAdminsOfApprover(actor.id, user, 'password'),
  }
  const done = await commitAll(permit, [change, ...keys], { message: 'Wachtwoord gewijzigd' })
  try {
    await withPasswordField('newPassword', () => putPassword(id, form.newPassword))
    if (isOwn && row.mustChangePassword) await dropFirstPassword(permit, row)
  } finally {
    await loginBlock.release()
  }
  return done
}

/** Refuses with 400 a new password that equals the first password. */
async function refuseFirstAgain(id: string, { newPassword }: PasswordForm): Promise<void> {
  if ((await checkPassword(id, newPassword)).kind !== 'refused') throw sameAsFirst()
}

const sameAsFirst = () => invalid('Kies een ander wachtwoord dan je eerste wachtwoord', 'newPassword')

/** Removes the mark `mustChangePassword` from a person who has replaced the first password. */
const dropFirstPassword = (permit: Permit, user: User) =>
  commit(permit, {
    action: 'user.own-password',
    entity: { type: 'user', id: user.id },
    write: [buildUserChange(user, { mustChangePassword: undefined }).write],
  })

/**
 * Refuses with 403 a password by which a team leader would gain rights. That holds for a stand-in, and for a person
 * with flags that the team leader lacks. It also holds for a person who has logged in before and has 2FA off. Without
 * 2FA the new password alone would open the account (access.md).
 */
async function refuseStepUp(actor: Caller, user: User): Promise<void> {
  if (actor.role === 'admin') return
  if (isStandIn(user) || flags.some((flag) => user[flag] && !actor.flags[flag])) {
    throw forbidden('Deze persoon heeft rechten die je zelf niet hebt. Vraag een beheerder het wachtwoord te wijzigen.')
  }
  if (!user.twoFactorEnabled && (await readLastLogins([user.id])).size > 0) {
    throw forbidden('2FA staat uit bij deze persoon. Vraag een beheerder het wachtwoord te wijzigen.')
  }
}

async function putPassword(id: string, password: string): Promise<void> {
  if (await findAccount(id)) return setPassword(id, password)
  await createCredentials(id, password)
  // New credentials are enabled and have no TOTP, whatever the row says, so Cognito must follow the row again.
  await syncIdentity(id)
}

/** Checks the current password of the user; wrong guesses count like those of a login (rulings 5, 9). */
async function proveOwnPassword(
  permit: Permit,
  user: User,
  { currentPassword: password, newPassword }: PasswordForm,
): Promise<void> {
  const { id } = user
  if (!password) throw refused('Vul je huidige wachtwoord in')
  if (user.mustChangePassword && newPassword === password) throw sameAsFirst()
  const attempt = await countAttempt({ userId: id })
  if (attempt === 0) {
    throw new AppError('tooMany', 'Te veel pogingen. Probeer het over 15 minuten opnieuw.', { retryAfter: 15 * 60 })
  }
  const outcome = await checkPassword(id, password)
  if (outcome.kind === 'refused') {
    await logFailedAttempt(permit, user, attempt, 'password')
    throw refused('Het huidige wachtwoord klopt niet')
  }
  await forgiveAttempt({ userId: id })
}

const refused = (text: string) => invalid(text, 'currentPassword')

/** Words of our own that make a password easy to guess. */
const OUR_WORDS = ['partnerview', 'roermond', 'nieuw-vennep', 'nieuwvennep']

/**
 * Throws 400 at `field` for one of the commonest passwords, and for one that is little more than a name or the address
 * of its person.
 */
export async function refuseCommonPassword(
  field: string,
  password: string,
  { firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>,
): Promise<void> {
  // Loaded only here, as its lists of words take a second of a cold start.
  const { isCommonPassword } = await import('./common-passwords.ts')
  if (!isCommonPassword(password, [...OUR_WORDS, firstName, lastName, email, ...email.split(/[@.]/)])) return
  throw invalid('Dit wachtwoord is makkelijk te raden. Kies bijvoorbeeld drie losse woorden.', field)
}

/** Runs `work`, which sets a password; throws 400 at `field` when Cognito refuses that password. */
export async function withPasswordField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isPasswordRefusal(error)) throw error
    throw invalid('Dit wachtwoord wordt niet geaccepteerd. Kies een ander wachtwoord.', field)
  }
}
