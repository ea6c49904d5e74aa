import { changedMeanwhile } from '../../shared/errors.ts'
import { condition, type GuardedWrite, type Operation } from '../platform/commit.ts'
import { Entity, key, model, must, store } from '../platform/table.ts'
import type { User } from '../platform/user.ts'

/**
 * Who is paid by invoices, and by those of which partner companies: a partner writes it in the transaction that makes it so,
 * or ends it. One row per person, so that one condition tells that they have no partner at all. The road is asked when a
 * document settles an item, never when the item is noted.
 *
 * | Read                  | Index   | Key    |
 * | by whom somebody is   | primary | userId |
 */
export const InvoicedPayees = new Entity(
  {
    model: model('invoicedpayee'),
    attributes: {
      userId: must,
      /** Absent where there are none. */
      partnerIds: { type: 'set', items: 'string' },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['userId'], template: 'invoicedpayee#${userId}' },
        sk: { ...key.primary.sk, composite: [], template: 'invoicedpayee' },
      },
    },
  },
  store,
)

/** Returns whether invoices of a partner pay somebody, and not payroll; strongly consistent. */
export async function isPaidByInvoice(userId: string): Promise<boolean> {
  const { data } = await InvoicedPayees.get({ userId }).go({ consistent: true })
  return (data?.partnerIds ?? []).length > 0
}

export type Road = 'payroll' | 'invoice' | 'own-invoice'

/** Returns how somebody is paid now: by a partner's invoices, as zzp'er by their own, else by payroll. */
export const roadOf = (isInvoiced: boolean, employmentType: User['employmentType'] | undefined): Road => {
  if (isInvoiced) return 'invoice'
  return employmentType === 'zzp' ? 'own-invoice' : 'payroll'
}

/** Returns the condition that somebody has no partner: nobody makes them one's person meanwhile. */
export const hasNoPartner = (userId: string): GuardedWrite =>
  condition(
    InvoicedPayees.delete({ userId }).where(({ partnerIds }, { notExists }) => notExists(partnerIds)),
    () => changedMeanwhile('de partner van deze medewerker'),
  )

/** Returns the writes with which a partner pays somebody by invoices, in place of whom it did; either may be nobody. */
export const invoicedPayeeMoved = (
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
