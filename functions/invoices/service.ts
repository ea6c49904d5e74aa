import { authorise, type Caller } from '../platform/actor.ts'
import { type Query, takeRows } from '../platform/data/rows.ts'
import { type InvoiceRow, Invoices } from './invoices/entity.ts'
import { type WaitingPaymentRow, WaitingPayments } from './invoices/waiting-entity.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'
import { type PaymentFileRow, PaymentFiles } from './payments/payment-file-entity.ts'
import { buildPaymentCheck } from './second-eyes.ts'

/** Maximum number of open invoices in which refused ones are searched. */
const MOST_LOOKED_AT = 30

/** Counts the invoices and credit notes refused by their partner, among the 30 newest open ones. */
export async function countRefused(actor: Caller): Promise<number> {
  authorise(actor, 'self-billing:manage')
  const open = Invoices.query.byShelf({ shelf: 'in_behandeling' }) as unknown as Query<InvoiceRow>
  const { rows } = await takeRows<InvoiceRow>(open, MOST_LOOKED_AT, { order: 'desc' })
  return rows.filter(({ answer }) => answer?.state === 'refused').length
}

/** Maximum number of payment files, of partners, and of payments that are listed for approval. */
const MOST_WAITING = 10

/**
 * Lists the payment files, changed IBANs and payments that the actor may approve; `isComplete` is false where more may
 * wait.
 */
export async function listApprovals(actor: Caller) {
  authorise(actor, 'payment:approve')
  const [files, partners, payments] = await Promise.all([
    takeRows<PaymentFileRow>(PaymentFiles.query.waiting({}) as never, MOST_WAITING),
    takeRows<PartnerRow>(Partners.query.pending({}) as never, MOST_WAITING),
    takeRows<WaitingPaymentRow>(WaitingPayments.query.primary({}) as never, MOST_WAITING),
  ])
  const all = [
    ...files.rows.map(({ id, count, total, createdBy: by, createdAt: at }) => ({
      ...{ kind: 'approveFile' as const, id, by, at, count, total, name: undefined },
    })),
    ...partners.rows.flatMap(({ id, name, pendingAccount }) =>
      pendingAccount
        ? [{ kind: 'approveAccount' as const, id, ...pendingAccount, count: undefined, total: undefined, name }]
        : [],
    ),
    ...payments.rows.map(({ invoiceId: id, invoiceNumber, partnerName, amount: total, by, at }) => ({
      ...{ kind: 'approvePayment' as const, id, by, at, count: undefined, total },
      name: `${partnerName} ${invoiceNumber}`,
    })),
  ]
  const mayApprove = await buildPaymentCheck(actor, all)
  return { waiting: all.filter(mayApprove), isComplete: [files, partners, payments].every(({ isOver }) => isOver) }
}
