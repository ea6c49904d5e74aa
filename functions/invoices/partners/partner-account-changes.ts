import { forbidden, staleConflict } from '../../../shared/errors.ts'
import type { PartnerChange } from '../../../shared/partners/schemas.ts'
import { now } from '../../../shared/time.ts'
import { buildOnlyAdminAudit, findApprovers, namesOf, onlyAdminCondition } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Change } from '../../platform/data/commit.ts'
import type { Notice } from '../../platform/data/notifications.ts'
import { type Account, isSameAccount, type PartnerRow } from '../partner-entity.ts'
import { buildPaymentCheck } from '../second-eyes.ts'

/**
 * Effect of an entered account on a partner: its changed fields, and notices to those who may approve it. `also` has
 * an audit row when the only admin entered the account.
 */
interface AccountChange {
  readonly fields: Partial<Account & Pick<PartnerRow, 'accountSince' | 'pendingAccount' | 'rejectedAccount'>>
  readonly notify: readonly Notice[]
  readonly also: readonly Change[]
}

const NOTHING: AccountChange = { fields: {}, notify: [], also: [] }

/** Returns the fields of a partner once payments go to a new account. */
export const accountFields = (before: PartnerRow, account: Account) => ({
  bankAccount: account.bankAccount,
  accountHolder: account.accountHolder,
  accountSince: account.bankAccount === before.bankAccount ? before.accountSince : now(),
  ...{ pendingAccount: undefined, rejectedAccount: undefined },
})

/**
 * Returns what an IBAN or holder entered for a partner changes, for the transaction of the partner. Both wait together
 * for a second admin (rulings 51b), or apply at once where the actor is the only active admin. Nothing changes for the
 * account that the partner has, nor for one that waits already, unless the actor is that only admin.
 */
export async function planAccountChange(
  actor: Caller,
  before: PartnerRow,
  entered: Pick<PartnerChange, 'bankAccount' | 'accountHolder'>,
): Promise<AccountChange> {
  // What is not entered comes from the present account. From one that waits, its maker could approve it with this one.
  const { bankAccount = before.bankAccount, accountHolder: holder = before.accountHolder } = entered
  const account = { bankAccount, accountHolder: holder || undefined }
  if (isSameAccount(account, before)) return NOTHING
  const isAlone = await onlyAdminCondition(actor, staleConflict)
  if (isAlone) {
    const about = { type: 'partner', id: before.id, name: before.name }
    return {
      fields: accountFields(before, account),
      ...{ notify: [], also: [buildOnlyAdminAudit(isAlone, about, account)] },
    }
  }
  if (before.pendingAccount && isSameAccount(account, before.pendingAccount)) return NOTHING
  const pendingAccount = { ...account, by: actor.id, at: now() }
  const notify = (await findApprovers(actor.id)).map(
    ({ id: to }): Notice => ({
      ...{ kind: 'bank-account-waits', to, subject: before.id, together: `${before.id}-${pendingAccount.at}` },
      facts: { partner: before.name },
    }),
  )
  return { fields: { pendingAccount, rejectedAccount: undefined }, notify, also: [] }
}

/**
 * Returns a function that gives the fields of a partner about a waiting or rejected account, as the actor may see them.
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
    pendingAccountHolder: pending?.accountHolder,
    pendingBankAccountBy: pending && names(pending.by),
    pendingBankAccountAt: pending?.at,
    mayApproveBankAccount: pending !== undefined && mayApprove(pending),
    rejectedBankAccount: rejected && {
      ...{ ...rejected, accountHolder: rejected.accountHolder },
      by: names(rejected.by),
    },
  })
}

/** Returns the 403 for an admin who approves an IBAN that they entered. */
export const ownAccountRefused = () => forbidden('Een andere beheerder keurt de rekening goed die jij invoerde')
