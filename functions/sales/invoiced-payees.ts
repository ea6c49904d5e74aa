import { changedMeanwhile } from '../../shared/errors.ts'
import { condition, type GuardedWrite, type Operation } from '../platform/commit.ts'
import { Entity, key, model, must, store } from '../platform/table.ts'

/**
 * Who is paid by invoices, by each partner company through which they are: those write it in the transaction that makes it
 * so, or ends it.
 *
 * | Read                  | Index   | Key                |
 * | by whom somebody is   | primary | userId · partnerId |
 */
const InvoicedPayees = new Entity(
  {
    model: model('invoicedpayee'),
    attributes: {
      userId: must,
      partnerId: must,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['userId'], template: 'invoicedpayee#${userId}' },
        sk: { ...key.primary.sk, composite: ['partnerId'], template: '${partnerId}' },
      },
    },
  },
  store,
)

/** Whether somebody is paid by invoices, and not by payroll; strongly consistent. */
export const isPaidByInvoice = async (userId: string): Promise<boolean> => (await paidByInvoice(userId)) !== null

/** The condition that somebody is paid by invoices still; null where they are paid by payroll. */
export async function paidByInvoice(userId: string): Promise<GuardedWrite | null> {
  const { data } = await InvoicedPayees.query.primary({ userId }).go({ consistent: true, limit: 1 })
  const [first] = data
  if (!first) return null
  const { partnerId } = first
  return condition(
    InvoicedPayees.delete({ userId, partnerId }).where((row, { eq }) => eq(row.partnerId, partnerId)),
    () => changedMeanwhile('de partner van deze medewerker'),
  )
}

/** The writes with which a partner pays somebody by invoices, in place of whom it did; either may be nobody. */
export const invoicedPayeeMoved = (
  partnerId: string,
  before: string | undefined,
  after: string | undefined,
): Operation[] => [
  ...(before !== undefined && before !== after ? [InvoicedPayees.delete({ userId: before, partnerId })] : []),
  ...(after === undefined ? [] : [InvoicedPayees.put({ userId: after, partnerId })]),
]
