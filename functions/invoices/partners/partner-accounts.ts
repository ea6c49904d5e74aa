import { conflict, invalid } from '../../../shared/errors.ts'
import type { NotificationFacts } from '../../../shared/notifications.ts'
import type { AccountRejection } from '../../../shared/partners/schemas.ts'
import { now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Notice } from '../../platform/data/notifications.ts'
import type { PartnerRow } from '../partner-entity.ts'
import { approvePaymentAsSecond } from '../second-eyes.ts'
import { accountFields, ownAccountRefused } from './partner-account-changes.ts'
import { partnerRecords, viewOf } from './partners.ts'

/** Returns the account of a partner that waits for approval. Throws 409 when none waits. */
function pendingOf({ pendingAccount }: PartnerRow) {
  if (!pendingAccount) throw conflict('Bij deze partner wacht geen rekening op goedkeuring')
  return pendingAccount
}

type Decision = Omit<NotificationFacts<'bank-account-decided'>, 'partner'>

/** Returns the notice that tells the admin who entered an IBAN what another admin decided. */
const decisionNotice = ({ id, name }: PartnerRow, to: string, decision: Decision): Notice => ({
  ...{ kind: 'bank-account-decided', to, subject: id },
  facts: { partner: name, ...decision },
})

/**
 * Approves the waiting IBAN and holder of a partner; payments go to that account from now on (rulings 51b). Throws 403 unless
 * `approvePaymentAsSecond` lets the actor approve what its maker entered, 400 without `If-Match`. Throws 404 for an
 * unknown partner, 409 where no IBAN waits.
 */
export const approveBankAccount = (actor: Caller, id: string) =>
  partnerRecords.edit(
    actor,
    { id, action: 'payment:approve' },
    (row) => viewOf(actor, row),
    async (before) => {
      const { by, at, ...account } = pendingOf(before)
      const about = { type: 'partner', id, name: before.name }
      const approving = { refused: ownAccountRefused, about, what: account }
      const approval = await approvePaymentAsSecond(actor, { by, at }, approving)
      return {
        verb: 'approve-bank-account',
        after: { ...before, ...accountFields(before, account) },
        notify: [decisionNotice(before, by, { outcome: 'approved' })],
        ...approval,
      }
    },
  )

/**
 * Rejects the waiting IBAN of a partner, or withdraws it if the actor entered it; the present IBAN stays. Throws 400
 * for a rejection without a reason, 404 for an unknown partner, 409 where no IBAN waits.
 */
export const rejectBankAccount = (actor: Caller, id: string, { reason }: AccountRejection) =>
  partnerRecords.edit(
    actor,
    id,
    (row) => viewOf(actor, row),
    (before) => {
      const { by, at: _, ...account } = pendingOf(before)
      if (by === actor.id) return { verb: 'withdraw-bank-account', after: { ...before, pendingAccount: undefined } }
      if (!reason) throw invalid('Vul in waarom je de rekening afkeurt', 'reason')
      return {
        verb: 'reject-bank-account',
        after: {
          ...before,
          pendingAccount: undefined,
          rejectedAccount: { ...account, by: actor.id, at: now(), reason },
        },
        notify: [decisionNotice(before, by, { outcome: 'rejected', reason })],
      }
    },
  )
