import { changedMeanwhile } from '../../shared/errors.ts'
import { condition, type GuardedWrite, type Operation } from '../platform/commit.ts'
import { Entity, key, model, must, store } from '../platform/table.ts'

/**
 * Who is paid by invoices, and by those of which partner companies: a partner writes it in the transaction that makes it so,
 * or ends it. One row per person, so that one condition tells that they have no partner at all.
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

/** Whether somebody is paid by invoices, and not by payroll; strongly consistent. */
export const isPaidByInvoice = async (userId: string): Promise<boolean> => (await partnersOf(userId)).length > 0

/** The condition that somebody is paid by invoices still; null where they are paid by payroll. */
export async function paidByInvoice(userId: string): Promise<GuardedWrite | null> {
  const [partnerId] = await partnersOf(userId)
  if (partnerId === undefined) return null
  return condition(
    InvoicedPayees.delete({ userId }).where(({ partnerIds }, { contains }) => contains(partnerIds, partnerId)),
    partnerChanged,
  )
}

/** Returns the condition that somebody has no partner: nobody makes them one's person meanwhile. */
export const paidByPayroll = (userId: string): GuardedWrite =>
  condition(
    InvoicedPayees.delete({ userId }).where(({ partnerIds }, { notExists }) => notExists(partnerIds)),
    partnerChanged,
  )

const partnerChanged = () => changedMeanwhile('de partner van deze medewerker')

async function partnersOf(userId: string): Promise<readonly string[]> {
  const { data } = await InvoicedPayees.get({ userId }).go({ consistent: true })
  return data?.partnerIds ?? []
}

/** The writes with which a partner pays somebody by invoices, in place of whom it did; either may be nobody. */
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
