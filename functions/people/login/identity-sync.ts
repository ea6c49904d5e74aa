import { epochOf, now } from '../../../shared/time.ts'
import { asSystem } from '../../platform/actor.ts'
import {
  deleteAccount,
  findAccount,
  listAccounts,
  restoreTotp,
  setAccountEnabled,
  setTotpPreference,
} from '../../platform/aws/identity.ts'
import { commit } from '../../platform/data/commit.ts'
import { readReservationsBefore, releaseReservation, type Unique } from '../../platform/data/unique.ts'
import { buildUserChange, findUser, raiseEpochs, type User, Users } from '../../platform/identity/user.ts'
import { log } from '../../platform/log.ts'
import { mendRosters, readRosters } from '../mend-rosters.ts'
import { twoFactorNotice } from '../notices.ts'
import { voidBackupCodes } from './backup-codes.ts'

const permit = () => asSystem('identity-sync')

/** Maximum number of rounds while the row keeps changing; then the next outbox item or nightly run continues. */
const MAX_ROUNDS = 5

/**
 * Age in milliseconds at which the remains of an interrupted creation of a person are removed: no request can still be
 * working on them.
 */
const LEFT_BEHIND_MS = 60 * 60 * 1000

/**
 * Makes a person's Cognito account follow their row (rulings 8): enabled or not, with or without TOTP. Turns 2FA off in
 * the row when Cognito has no verified secret, so that the person must set it up again. Safe to repeat; throws when the
 * row keeps changing.
 */
export async function syncIdentity(userId: string): Promise<void> {
  await mend(userId)
}

/** Mends a person's account at Cognito; returns whether anything differed. */
async function mend(userId: string): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const user = await findUser(userId)
    const account = user && (await findAccount(userId))
    if (!user || !account) return round > 0
    const steps = stepsFor(user, account)
    if (steps.length === 0) return round > 0
    for (const step of steps) await step()
    // The next round compares again, as the row may have changed while the account was corrected.
  }
  throw new Error(`The row of ${userId} keeps changing`)
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

function stepsFor(user: User, account: Account): (() => Promise<void>)[] {
  const steps: (() => Promise<void>)[] = []
  if (user.isActive !== account.isEnabled) steps.push(() => enable(user))
  if (user.twoFactorEnabled !== account.asksTotp)
    steps.push(() => (account.asksTotp ? forgetTotp(user) : askTotp(user)))
  return steps
}

/**
 * Enables or disables an account. The audit row is written first, so that no change lacks one; after a crash both are
 * repeated.
 */
async function enable({ id, isActive }: User): Promise<void> {
  await auditChange(
    isActive ? 'user.identity-enable' : 'user.identity-disable',
    id,
    { enabled: !isActive },
    { enabled: isActive },
  )
  await setAccountEnabled(id, isActive)
}

async function forgetTotp({ id }: User): Promise<void> {
  await auditChange('user.identity-2fa', id, { asksCode: true }, { asksCode: false })
  await setTotpPreference(id, false)
}

async function askTotp(user: User): Promise<void> {
  await auditChange('user.identity-2fa', user.id, { asksCode: false }, { asksCode: true })
  if (await restoreTotp(user.id)) return
  const { row: after, write } = buildUserChange(user, { twoFactorEnabled: false, ...raiseEpochs(user) })
  const change = { action: 'user.2fa-reset' as const, entity: { type: 'user', id: user.id }, before: user, after }
  const outbox = [twoFactorNotice(permit(), user, 'gereset')]
  await commit(permit(), { ...change, write: [write, voidBackupCodes(user.id)], outbox })
}

const auditChange = (
  action: `${string}.${string}`,
  id: string,
  before: object | undefined,
  after: object | undefined,
) => commit(permit(), { action, entity: { type: 'user', id }, before, after, write: [] })

/**
 * Corrects every Cognito account that differs from its row, and wrong rosters (head counts). Removes credentials and
 * reserved e-mail addresses without a person once they are an hour old. Returns the numbers of checked accounts,
 * corrections and removals; throws at the end when any of them failed.
 */
export async function reconcileIdentities(): Promise<{ checked: number; mended: number; removed: number }> {
  const seen = await readRosters()
  const before = epochOf(now()) - LEFT_BEHIND_MS
  const counts = { checked: 0, mended: 0, removed: 0, failed: 0 }
  // Releases reserved e-mail addresses first: an interrupted creation then cannot finish while its credentials are
  // removed.
  for (const one of await readReservationsBefore('email', before)) await attempt(counts, () => freeAddress(one))
  const known = new Set<string>()
  let page: string | undefined
  do {
    const { accounts, next } = await listAccounts(page)
    for (const { id, createdAt } of accounts) {
      known.add(id)
      counts.checked += 1
      await attempt(counts, () => reconcile(id, createdAt < before))
    }
    page = next
  } while (page)
  counts.mended += await mendRosters(permit(), seen)
  await logMissingCredentials(known)
  const { failed, ...done } = counts
  log.info('identities reconciled', counts)
  if (failed > 0) throw new Error(`${failed} identities could not be reconciled`)
  return done
}

/**
 * Logs the number of active people whose Cognito account is missing; people who must still accept their invitation do
 * not count. The account is created again when an admin or team leader sets a new password for the person.
 */
async function logMissingCredentials(known: ReadonlySet<string>): Promise<void> {
  const { data } = await Users.query.byState({ state: 'active' }).go({ pages: 'all' })
  const without = data.filter(({ id, isLocalAccount, invitedAt }) => isLocalAccount && !invitedAt && !known.has(id))
  if (without.length > 0) log.warn('people without credentials', { people: without.length })
}

async function attempt(
  counts: Record<'mended' | 'removed' | 'failed', number>,
  work: () => Promise<'mended' | 'removed' | null>,
): Promise<void> {
  try {
    const outcome = await work()
    if (outcome) counts[outcome] += 1
  } catch (error) {
    log.error('identity not reconciled', { error: error instanceof Error ? error : String(error) })
    counts.failed += 1
  }
}

async function reconcile(id: string, isOld: boolean): Promise<'mended' | 'removed' | null> {
  if (await findUser(id)) return (await mend(id)) ? 'mended' : null
  if (!isOld) return null
  await auditChange('user.identity-remove', id, { enabled: true }, undefined)
  await deleteAccount(id)
  return 'removed'
}

async function freeAddress({ value, ownerId }: Unique): Promise<'removed'> {
  await commit(permit(), {
    action: 'user.address-release',
    entity: { type: 'user', id: ownerId },
    before: { email: value },
    write: [releaseReservation('email', value, ownerId)],
  })
  return 'removed'
}
