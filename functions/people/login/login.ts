import type * as z from 'zod'
import { effectiveFlagsOf } from '../../../shared/access.ts'
import type { LoginForm } from '../../../shared/api/auth.ts'
import { AppError, notLoggedIn } from '../../../shared/errors.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { asSelf, asSystem, type Caller, type Origin, type Permit } from '../../platform/actor.ts'
import { checkCode, checkPassword } from '../../platform/aws/identity.ts'
import { type Committed, commit } from '../../platform/data/commit.ts'
import { limitFailures, refuseAfterFailures } from '../../platform/data/rate-limit.ts'
import { findOwner } from '../../platform/data/unique.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Cookies } from '../../platform/http/serve.ts'
import {
  handleOf,
  newSession,
  type Session,
  sessionEndWrites,
  sessionStartWrites,
} from '../../platform/identity/session.ts'
import { tokenWrite } from '../../platform/identity/session-token.ts'
import { approvesFrom, findUser, flagsOf, fullName, isStandIn, type User } from '../../platform/identity/user.ts'
import { log } from '../../platform/log.ts'
import { findTeam } from '../service.ts'
import { countAttempt, type FailureCounter, forgiveAttempt, logFailedAttempt, recordLogin } from './attempts.ts'
import { proveCode } from './backup-codes.ts'
import { failureCounterOfDevice, findKnownDevice, isKnownDevice, rememberDevice } from './devices.ts'
import { syncIdentity } from './identity-sync.ts'
import { welcomeLeft } from './welcome.ts'

type Credentials = z.output<typeof LoginForm>

/** Returns the limit of failed logins from one network (rulings 5). */
const loginLimit = (ip: string) => ({ subject: `login#${networkOf(ip)}`, hits: 20, seconds: 300 })

/** Returns the same error for an unknown account, a wrong password and a deactivated account (rulings 3). */
const refused = () => notLoggedIn('Controleer je inloggegevens')
const wrongCode = () => notLoggedIn('De verificatiecode klopt niet of is verlopen')

/**
 * Throws 429 for a network with too many failed logins, before the input is read; known browsers are exempt (rulings
 * 5).
 */
export async function refuseBlockedNetwork(origin: Origin, cookies: Cookies): Promise<void> {
  if (!(await isKnownDevice(cookies))) await refuseAfterFailures(loginLimit(origin.ip))
}

/**
 * Logs in with a password, and a TOTP or backup code when 2FA is on. Returns `requiresTwoFactor` when a code is needed
 * and absent, else the user with a new session. Throws 401 for a wrong password or code, and for an account that is
 * unknown, deactivated or locked. Throws 429 when this network failed too often, unless the person logged in by this
 * browser before (rulings 3–7).
 */
export async function login(form: Credentials, origin: Origin, cookies: Cookies) {
  const work = () => enter(form, origin, cookies)
  const isKnown = cookies.device !== null && (await findKnownDevice(await userAt(form.email), cookies)) !== null
  return isKnown ? work() : limitFailures(loginLimit(origin.ip), work, isRefusal)
}

const userAt = async (email: string) => findUser((await findOwner('email', email)) ?? NOBODY)

const isRefusal = (error: unknown) => error instanceof AppError && error.kind === 'unauthenticated'

async function enter(form: Credentials, origin: Origin, cookies: Cookies) {
  const nobody = asSystem('login', origin)
  const user = await userAt(form.email)
  const device = await findKnownDevice(user, cookies)
  const counter: FailureCounter = device ? failureCounterOfDevice(device) : { userId: user?.id ?? NOBODY }
  const proof = await provePassword(user, form.password, counter, nobody)
  if (proof.kind === 'tokens') return beginSession(proof.user, counter, origin, cookies, proof.accessToken)
  if (!form.twoFactorCode) {
    await forgiveAttempt(counter)
    return askForCode(proof.user, nobody)
  }
  const { user: claimed, session, attempt } = proof
  const proven = await proveCode(claimed.id, form.twoFactorCode, (code) => checkCode(claimed.id, session, code))
  if (!proven) {
    await logFailedAttempt(nobody, claimed, attempt, 'code', counter)
    throw wrongCode()
  }
  return beginSession(claimed, counter, origin, cookies, proven.accessToken)
}

/** Returns the request for a 2FA code. Audits that the password was right, as somebody else may have typed it. */
function askForCode({ id, firstName, lastName }: User, nobody: Permit) {
  const message = 'Voer je 2FA code in om door te gaan'
  return commit(
    nobody,
    { action: 'user.code-asked', entity: { type: 'user', id }, after: { firstName, lastName }, write: [] },
    { requiresTwoFactor: true as const, message },
  )
}

/** Stand-in id for an account that is unknown, deactivated or locked, so that every refusal makes the same calls. */
const NOBODY = 'unknown'

type Proof =
  | { kind: 'challenge'; user: User; session: string; attempt: number }
  | { kind: 'tokens'; user: User; accessToken: string }

/**
 * Checks the password. Makes the same calls for an account that is unknown, deactivated or locked as for any other, so
 * that both take the same time.
 */
async function provePassword(
  user: User | null,
  password: string,
  counter: FailureCounter,
  nobody: Permit,
): Promise<Proof> {
  const attempt = await countAttempt(counter)
  // An invited person has no password yet: one that a link left at Cognito just as the link ended does not count.
  const isOpen = user?.isActive === true && user.invitedAt === undefined && attempt > 0
  const outcome = await checkPassword(isOpen ? user.id : NOBODY, password)
  if (!isOpen || outcome.kind === 'refused') {
    const wrong = user === null ? 'unknown' : user.isActive ? 'password' : 'inactive'
    await logFailedAttempt(nobody, user ?? { id: NOBODY, firstName: 'Onbekend account' }, attempt, wrong, counter)
    throw refused()
  }
  if (user.twoFactorEnabled) {
    if (outcome.kind === 'challenge') return { ...outcome, user, attempt }
    // The row says 2FA is on, yet Cognito would let the user in without a code. So the login is refused (rulings 6).
    log.error('2FA is on in the table and off in Cognito', { userId: user.id })
    throw refused()
  }
  if (outcome.kind === 'tokens') return { ...outcome, user }
  // The row says 2FA is off, and the row is the truth (rulings 8): make Cognito follow it.
  await syncIdentity(user.id)
  const again = await checkPassword(user.id, password)
  if (again.kind !== 'tokens') throw refused()
  return { ...again, user }
}

/**
 * Begins a session of an authenticated person, resets their failure counter `counter` and remembers their browser;
 * stores all of it. Returns the user with the session id. `accessToken` is Cognito's, absent after a backup code.
 */
export async function beginSession(
  user: User,
  counter: FailureCounter,
  origin: Origin,
  cookies: Cookies,
  accessToken?: string,
) {
  const session = newSession(user, origin)
  const token = accessToken ? [tokenWrite(session.id, session.row, accessToken)] : []
  const known = await rememberDevice(user, origin, cookies)
  const result = { ...(await buildUserView(user)), sessionId: session.id, requiresTwoFactor: false as const }
  const committed = await commit(
    asSelf({ id: user.id, name: fullName(user) }, origin),
    {
      action: 'session.create',
      entity: { type: 'session', id: handleOf(session.row) },
      write: [...sessionStartWrites(session.row, user), ...token, ...recordLogin(user.id, counter), ...known],
    },
    result,
  )
  cookies.setSession(session.id, Math.floor((session.row.endsAt - epochOf(now())) / 1000))
  return committed
}

/** Ends the session of this request and clears its cookie; returns `result`. */
export async function logout<T>(actor: Caller, session: Session, cookies: Cookies, result: T): Promise<Committed<T>> {
  cookies.clearSession()
  return commit(
    asSelf(actor, actor.origin),
    {
      action: 'session.delete',
      entity: { type: 'session', id: handleOf(session) },
      write: sessionEndWrites(session),
    },
    result,
  )
}

/** Returns the logged-in user as screens get it: with team, effective flags (rulings 4) and welcome steps left. */
export async function buildUserView(user: User) {
  const team = user.teamId === undefined ? null : await findTeam(user.teamId)
  return {
    ...user,
    ...effectiveFlagsOf(user.role, flagsOf(user)),
    paymentApprover: isStandIn(user),
    approvesFrom: approvesFrom(user),
    mustChangePassword: user.mustChangePassword === true,
    welcome: welcomeLeft(user),
    team,
  }
}
