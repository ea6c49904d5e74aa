import { editConflict } from '../../shared/errors.ts'
import type { PayoutMethod } from '../../shared/ledger/payout-methods.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { defineEntity, must, type Operation, primary } from '../platform/data/table.ts'
import type { User } from '../platform/identity/user.ts'

/**
 * People whom partners' invoices pay, each with those partners. A change of a partner that starts or ends this payment
 * also writes the row. There is one row per person, so that one condition shows that a person has no partner. The row
 * is read when items are settled or shown; posting an item does not depend on it.
 *
 * | Read                  | Index   | Key    |
 * | partners of a person  | primary | userId |
 */
export const InvoicedPayees = defineEntity('invoicedpayee', {
  attributes: {
    userId: must,
    /** Absent for a person without partners. */
    partnerIds: { type: 'set', items: 'string' },
  },
  indexes: { primary: primary('invoicedpayee#${userId}', 'invoicedpayee') },
})

/** Tells whether partners' invoices pay a person; strongly consistent. */
export async function isPaidByInvoice(userId: string): Promise<boolean> {
  const { data } = await InvoicedPayees.get({ userId }).go({ consistent: true })
  return (data?.partnerIds ?? []).length > 0
}

/** Returns how a person is paid: by a partner's invoices, as a zzp'er by their own, otherwise by payroll. */
export const payoutMethodOf = (
  isInvoiced: boolean,
  employmentType: User['employmentType'] | undefined,
): PayoutMethod => {
  if (isInvoiced) return 'invoice'
  return employmentType === 'zzp' ? 'own-invoice' : 'payroll'
}

/** Returns the condition that no partner's invoices pay a person; otherwise the commit fails with 409. */
export const requireNoPartner = (userId: string): GuardedWrite =>
  condition(
    InvoicedPayees.delete({ userId }).where(({ partnerIds }, { notExists }) => notExists(partnerIds)),
    () => editConflict('de partner van deze medewerker'),
  )

/**
 * Returns the writes after which a partner's invoices pay the person `after` instead of `before`; undefined means
 * nobody.
 */
export const moveInvoicedPayee = (
  partnerId: string,
  before: string | undefined,
  after: string | undefined,
): Operation[] => {
  if (before === after) return []
  return [
    ...(before === undefined ? [] : [InvoicedPayees.update({ userId: before }).delete({ partnerIds: [partnerId] })]),
    ...(after === undefined ? [] : [InvoicedPayees.upsert({ userId: after }).add({ partnerIds: [partnerId] })]),
  ]
}
