import { forbidden, staleConflict } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { buildOnlyAdminAudit, findApprovers, namesOf, onlyAdminCondition } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Change } from '../../platform/data/commit.ts'
import type { Notice } from '../../platform/data/notifications.ts'
import type { PartnerRow } from '../partner-entity.ts'
import { buildPaymentCheck } from '../second-eyes.ts'

/**
 * Effect of an entered IBAN on a partner: its changed fields, and notices to those who may approve it. `also` has
 * an audit row when the only admin entered the IBAN.
 */
interface AccountChange {
  readonly fields: Partial<Pick<PartnerRow, 'bankAccount' | 'accountSince' | 'pendingAccount' | 'rejectedAccount'>>
  readonly notify: readonly Notice[]
  readonly also: readonly Change[]
}

const NOTHING: AccountChange = { fields: {}, notify: [], also: [] }

/**
 * Returns what an IBAN entered for a partner changes, for the transaction of the partner. The IBAN waits for a second
 * admin (rulings 51b), or applies at once where the actor is the only active admin. Nothing changes for the IBAN that
 * the partner has, nor for one that waits already, unless the actor is that only admin.
 */
export async function planAccountChange(
  actor: Caller,
  before: PartnerRow,
  bankAccount: string | undefined,
): Promise<AccountChange> {
  if (bankAccount === undefined || bankAccount === before.bankAccount) return NOTHING
  const isAlone = await onlyAdminCondition(actor, staleConflict)
  if (isAlone) {
    const about = { type: 'partner', id: before.id, name: before.name }
    return {
      fields: { bankAccount, accountSince: now(), pendingAccount: undefined, rejectedAccount: undefined },
      ...{ notify: [], also: [buildOnlyAdminAudit(isAlone, about, { bankAccount })] },
    }
  }
  if (bankAccount === before.pendingAccount?.bankAccount) return NOTHING
  const notify = (await findApprovers(actor.id)).map(
    ({ id: to }): Notice => ({
      ...{ kind: 'bank-account-waits', to, subject: before.id },
      facts: { partner: before.name },
    }),
  )
  const pendingAccount = { bankAccount, by: actor.id, at: now() }
  return { fields: { pendingAccount, rejectedAccount: undefined }, notify, also: [] }
}

/**
 * Returns a function that gives the fields of a partner about a waiting or rejected IBAN, as the actor may see them.
 */
export async function buildAccountViewer(actor: Caller, rows: readonly PartnerRow[]) {
  const people = rows.flatMap(({ pendingAccount, rejectedAccount }) => [pendingAccount?.by, rejectedAccount?.by])
  const names = await namesOf(people.filter((id) => id !== undefined))
  const mayApprove = await buildPaymentCheck(
    actor,
    rows.flatMap(({ pendingAccount }) => pendingAccount ?? []),
  )
  return ({ pendingAccount: pending, rejectedAccount: rejected }: PartnerRow) => ({
    pendingBankAccount: pending?.bankAccount,
    pendingBankAccountBy: pending && names(pending.by),
    pendingBankAccountAt: pending?.at,
    mayApproveBankAccount: pending !== undefined && mayApprove(pending),
    rejectedBankAccount: rejected && { ...rejected, by: names(rejected.by) },
  })
}

/** Returns the 403 for an admin who approves an IBAN that they entered. */
export const ownAccountRefused = () => forbidden('Een andere beheerder keurt het IBAN goed dat jij invoerde')
