import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import { AppError, conflict, invalid, notLoggedIn } from '../../../shared/errors.ts'
import { asSelf, authorise, type Caller, type Permit } from '../../platform/actor.ts'
import {
  checkCode,
  checkPassword,
  confirmTotp,
  createTotpSecret,
  setTotpPreference,
} from '../../platform/aws/identity.ts'
import { commit } from '../../platform/data/commit.ts'
import type { Session } from '../../platform/identity/session.ts'
import { findAccessToken } from '../../platform/identity/session-token.ts'
import { buildUserChange, endSessionsBut, type User } from '../../platform/identity/user.ts'
import { twoFactorNotice } from '../notices.ts'
import { requireUnchangedActor } from '../service.ts'
import { clearAttempts, countAttempt, logFailedAttempt } from './attempts.ts'
import { countBackupCodes, generateBackupCodes, isBackupCode, proveCode } from './backup-codes.ts'
import { BackupCodes } from './login-entities.ts'
import { claimCode } from './used-codes.ts'

/** Name by which an authenticator app shows our accounts (rulings 6). */
const ISSUER = 'Sales'

const tooMany = () =>
  new AppError('tooMany', 'Te veel pogingen. Probeer het over 15 minuten opnieuw.', { retryAfter: 15 * 60 })
const superseded = () => conflict('Het instellen is intussen opnieuw begonnen. Begin opnieuw.')
const mistakes = {
  password: { field: 'password', text: 'Het wachtwoord klopt niet' },
  code: { field: 'token', text: 'De verificatiecode klopt niet of is verlopen' },
} as const

/** Writes a wrong password or code to the audit log and returns the 400 for it. */
async function logMistake(permit: Permit, user: User, attempt: number, wrong: keyof typeof mistakes) {
  await logFailedAttempt(permit, user, attempt, wrong)
  const { field, text } = mistakes[wrong]
  return invalid(text, field)
}

/** Returns whether 2FA is on, and the number of backup codes left. */
export async function readTwoFactorStatus(user: User) {
  const left = await countBackupCodes(user.id)
  return { enabled: user.twoFactorEnabled, hasBackupCodes: left > 0, backupCodesLeft: left }
}

/**
 * Starts or restarts the set-up of 2FA; nothing of it is in force before `enableTwoFactor`. Returns a new secret, as a
 * QR code and as text, and ten new backup codes. Throws 409 when 2FA is on or another set-up began meanwhile, 401 when
 * the login is too long ago for Cognito.
 */
export async function setUpTwoFactor(actor: Caller, user: User, session: Session, sessionId: string) {
  if (user.twoFactorEnabled) throw conflict('Tweestapsverificatie staat al aan')
  const accessToken = await findAccessToken(session, sessionId)
  if (!accessToken) throw notLoggedIn()
  // Cognito keeps only the last unverified secret of a user. The set-up is claimed before the secret is made, and
  // checked when the codes are stored, so that the codes always belong to that secret.
  const setup: string = randomUUID()
  await BackupCodes.update({ userId: user.id }).set({ setup }).remove(['nextSalt', 'nextHashes']).go()
  const secret = await createTotpSecret(accessToken)
  if (!secret) throw notLoggedIn()
  const { codes, salt, hashes } = await generateBackupCodes()
  return commit(
    asSelf(actor, actor.origin),
    {
      action: 'user.2fa-setup',
      entity: { type: 'user', id: user.id },
      write: [
        {
          write: BackupCodes.update({ userId: user.id })
            .set({ nextSalt: salt, nextHashes: hashes })
            .where((attribute, { eq }) => eq(attribute.setup, setup)),
          onFailure: superseded,
        },
      ],
    },
    { qrCodeUrl: qrCodeOf(user.email, secret), manualSecret: secret, backupCodes: codes },
  )
}

function qrCodeOf(email: string, secret: string): string {
  const account = encodeURIComponent(`${ISSUER}:${email}`)
  const svg = renderSVG(`otpauth://totp/${account}?secret=${secret}&issuer=${ISSUER}`, { border: 2 })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * Turns 2FA on when the code is right: Cognito first, the row that gives access last (rulings 8). Ends every other
 * session of this user, since those proved only the password; this one becomes a full session. Throws 400 for a wrong
 * code, 429 after five failures, 409 when 2FA is on or the set-up began again.
 */
export async function enableTwoFactor(actor: Caller, user: User, session: Session, sessionId: string, code: string) {
  if (user.twoFactorEnabled) throw conflict('Tweestapsverificatie staat al aan')
  const accessToken = await findAccessToken(session, sessionId)
  if (!accessToken) throw notLoggedIn()
  const { data: codes } = await BackupCodes.get({ userId: user.id }).go({ consistent: true })
  if (!codes?.nextHashes) throw superseded()
  const attempt = await countAttempt({ userId: user.id })
  if (attempt === 0) throw tooMany()
  const right = (await claimCode(user.id, code)) && (await confirmTotp(accessToken, code))
  if (!right) throw await logMistake(asSelf(actor, actor.origin), user, attempt, 'code')
  await setTotpPreference(user.id, true)
  const permit = asSelf(actor, actor.origin)
  const { write } = buildUserChange(user, { twoFactorEnabled: true, ...endSessionsBut(session.hash, user) })
  return commit(
    permit,
    {
      action: 'user.2fa-enable',
      entity: { type: 'user', id: user.id },
      before: { twoFactorEnabled: false },
      after: { twoFactorEnabled: true },
      write: [
        write,
        clearAttempts(user.id),
        {
          write: BackupCodes.put({ userId: user.id, salt: codes.nextSalt, hashes: codes.nextHashes }).where(
            (attribute, { eq }) => eq(attribute.setup, String(codes.setup)),
          ),
          onFailure: superseded,
        },
      ],
      outbox: [
        // A simultaneous login may have read the row without 2FA and turned Cognito's TOTP off. This item turns it on
        // again.
        { kind: 'identity-sync', subject: user.id },
        twoFactorNotice(permit, user, 'aangezet'),
      ],
    },
    { enabled: true as const, message: 'Tweestapsverificatie staat aan' },
  )
}

/**
 * Checks the password and a TOTP or backup code of the person who asks for something that a stolen session may not do.
 * Returns the writes for the transaction of that change. Throws 400 for a wrong one, 429 after five failures (rulings
 * 5).
 */
export async function proveOwner(permit: Permit, user: User, form: { password: string; token: string }) {
  const attempt = await countAttempt({ userId: user.id })
  if (attempt === 0) throw tooMany()
  const outcome = await checkPassword(user.id, form.password)
  if (outcome.kind !== 'challenge') throw await logMistake(permit, user, attempt, 'password')
  const right = await proveCode(user.id, form.token, (code) => checkCode(user.id, outcome.session, code))
  if (!right) throw await logMistake(permit, user, attempt, 'code')
  return [clearAttempts(user.id)]
}

/**
 * Turns 2FA off after the password and a TOTP or backup code; throws 400 for a wrong one, 429 after five failures. Ends
 * all sessions, so that the next login forces the set-up (rulings 7). Cognito follows the row, by the outbox or at the
 * next login, whichever is first.
 */
export async function disableTwoFactor(actor: Caller, user: User, form: { password: string; token: string }) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  const proven = await proveOwner(permit, user, form)
  const { write } = buildUserChange(user, { twoFactorEnabled: false, sessionEpoch: user.sessionEpoch + 1 })
  return commit(permit, {
    action: 'user.2fa-disable',
    entity: { type: 'user', id: user.id },
    before: { twoFactorEnabled: true },
    after: { twoFactorEnabled: false },
    write: [write, ...proven, BackupCodes.delete({ userId: user.id })],
    outbox: [{ kind: 'identity-sync', subject: user.id }, twoFactorNotice(permit, user, 'uitgezet')],
  })
}

const needsBackupCode = () =>
  invalid(
    'Je bent met een backup code ingelogd. Gebruik hier ook een backup code. Of log opnieuw in met de app.',
    'token',
  )

/**
 * Replaces the backup codes by ten new ones and returns these, if the `typed` TOTP or backup code is right. Throws 400
 * at `token` for a wrong or used code, and for a TOTP code in a session that began with a backup code. Throws 401 when
 * the session was ended, 409 when the backup codes were replaced meanwhile, 429 after five failures (rulings 5–7).
 */
export async function replaceBackupCodes(
  actor: Caller,
  user: User,
  session: Session,
  sessionId: string,
  typed: string,
) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  const accessToken = await findAccessToken(session, sessionId)
  if (!accessToken && !isBackupCode(typed)) throw needsBackupCode()
  const { data: old } = await BackupCodes.get({ userId: user.id }).go({ consistent: true })
  const attempt = await countAttempt({ userId: user.id })
  if (attempt === 0) throw tooMany()
  const checkTotp = async (code: string) => (accessToken && (await confirmTotp(accessToken, code)) ? {} : null)
  if (!(await proveCode(user.id, typed, checkTotp))) throw await logMistake(permit, user, attempt, 'code')
  const { codes, salt, hashes } = await generateBackupCodes()
  return commit(
    permit,
    {
      action: 'user.2fa-backup-codes',
      entity: { type: 'user', id: user.id },
      write: [
        // No new codes for somebody whose session ended while the code was checked.
        ...requireUnchangedActor(actor, null),
        clearAttempts(user.id),
        {
          // Every set has its own salt, so that the second of two simultaneous replacements is refused.
          write: BackupCodes.put({ userId: user.id, salt, hashes }).where((attribute, { eq, notExists }) =>
            old?.salt ? eq(attribute.salt, old.salt) : notExists(attribute.salt),
          ),
          onFailure: () => conflict('De backup codes zijn intussen al vervangen. Probeer het opnieuw.'),
        },
      ],
      outbox: [twoFactorNotice(permit, user, 'vernieuwd')],
    },
    { backupCodes: codes },
  )
}
