import type { Payment, PaymentFile } from '../../../shared/api/schemas/payment-files.ts'
import { forbidden, staleConflict } from '../../../shared/errors.ts'
import { type Cents, euros } from '../../../shared/money.ts'
import { addToMonth, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { namesOf } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { writeDerivedRows } from '../../platform/data/commit.ts'
import { onlyItem } from '../../records/only-item.ts'
import { manageWith, records } from '../../records/record.ts'
import { acceptanceOf } from '../invoices/acceptance-rules.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { invoicesById, partnersById } from '../invoices/records.ts'
import { type Account, isSameAccount } from '../partner-entity.ts'
import { buildPaymentCheck } from '../second-eyes.ts'
import { comparePayees } from './payees.ts'
import { type PaymentFileRow, PaymentFiles, type PaymentRow } from './payment-file-entity.ts'

export const paymentFileRecords = records<PaymentFileRow>({
  type: 'payment-file',
  entity: PaymentFiles,
  called: 'dit betaalbestand',
  ...manageWith('self-billing:manage', 'payment:approve'),
  follows: (before, after) => {
    const [was, is] = [before?.state === 'waiting', after?.state === 'waiting']
    return was === is ? [] : [{ kind: 'payment-file-waits', subject: String((after ?? before)?.id) }]
  },
})

/** Dutch reasons why a payment file in a state other than open does not go to the bank. */
export const NOT_OPEN = {
  waiting: 'Dit betaalbestand wacht op goedkeuring van een andere beheerder',
  rejected: 'Dit betaalbestand is afgekeurd',
  withdrawn: 'Dit betaalbestand is ingetrokken',
} as const

/** Reads the invoices that a payment file pays, by id. */
export const readFiledInvoices = ({ payments }: PaymentFileRow) =>
  invoicesById(payments.map(({ invoiceId }) => invoiceId))

/** Reads the present account of each invoice's partner, by partner id; a changed one counts once it is approved. */
export async function readPartnerAccounts(invoices: Iterable<InvoiceRow>): Promise<Map<string, Account>> {
  const ids = [...invoices].map(({ partnerCompanyId }) => partnerCompanyId)
  const partners = await partnersById(ids, { consistent: true })
  return new Map([...partners.values()].map((partner) => [partner.id, partner]))
}

/** Tells whether a bank statement shows that the bank paid an invoice by this file. */
const isPaidByBank = (invoice: InvoiceRow | undefined, fileId: string): boolean =>
  invoice?.payments.some(({ paymentFileId, bookedOn }) => paymentFileId === fileId && bookedOn !== undefined) ?? false

const isWholeFilePaid = ({ id, payments }: PaymentFileRow, invoices: ReadonlyMap<string, InvoiceRow>): boolean =>
  payments.every(({ invoiceId }) => isPaidByBank(invoices.get(invoiceId), id))

/** Returns the state of an invoice in a payment file: ordered, paid, or released from that file. */
export function paymentStateOf(invoice: InvoiceRow | undefined, fileId: string): Payment['state'] {
  if (invoice?.payments.some(({ paymentFileId }) => paymentFileId === fileId)) return 'paid'
  if (invoice?.paymentFileId !== fileId) return 'released'
  return invoice.status === 'betaald' ? 'paid' : 'ordered'
}

const AGAIN = 'Trek het bestand in en maak een nieuw.'
const PAID = 'De bank heeft dit bestand betaald.'

/**
 * Returns the Dutch reason why a payment file may not be approved or downloaded: the bank would pay an invoice twice,
 * pay to an old account, or pay on a past day. Null where it may. Null also for a withdrawn or rejected file, whose
 * state is reason enough (`NOT_OPEN`).
 */
export async function explainRefusal(
  row: PaymentFileRow,
  invoices: ReadonlyMap<string, InvoiceRow>,
): Promise<string | null> {
  if (row.state !== 'open' && row.state !== 'waiting') return null
  if (isWholeFilePaid(row, invoices)) return PAID
  const states = row.payments.map(({ invoiceId }) => paymentStateOf(invoices.get(invoiceId), row.id))
  if (states.includes('released')) return `Uit dit bestand is een betaling vrijgegeven. Nog niet bij de bank? ${AGAIN}`
  if (states.includes('paid')) return `Uit dit bestand is al betaald. Nog niet bij de bank? ${AGAIN}`
  const isLess = ({ invoiceId, amount }: PaymentFileRow['payments'][number]) =>
    (invoices.get(invoiceId)?.open ?? 0) < amount
  if (row.payments.some(isLess)) return `Uit dit bestand is al een deel betaald. Nog niet bij de bank? ${AGAIN}`
  // An open file may be downloaded after its execution date: it keeps that date, and the amounts due on it.
  if (row.state === 'waiting' && row.executionDate < localDateOf(now())) return `De uitvoerdatum is voorbij. ${AGAIN}`
  const accounts = await readPartnerAccounts(invoices.values())
  const moved = row.payments.find((payment) => {
    const account = accounts.get(invoices.get(payment.invoiceId)?.partnerCompanyId ?? '')
    return account !== undefined && !isSameAccount(account, payment)
  })
  return moved
    ? `Het IBAN of de rekeninghouder van ${moved.partnerName} is gewijzigd. Nog niet bij de bank? ${AGAIN}`
    : null
}

const money = (amount: number) => euros(amount as Cents)

/** Returns the state that lists and pages show: an open file that the bank booked whole is paid. */
const shownStateOf = ({ state, isPaid }: PaymentFileRow): PaymentFile['state'] =>
  state === 'open' && isPaid ? 'paid' : state

/** Returns payment files as lists show them: names of maker, approver and withdrawer, amounts in euros. */
export async function viewsOf(rows: readonly PaymentFileRow[]) {
  const ids = rows.flatMap(({ createdBy, approvedBy, withdrawnBy }) => [createdBy, approvedBy, withdrawnBy])
  const names = await namesOf(ids.filter((id) => id !== undefined))
  const named = (id: string | undefined) => (id === undefined ? undefined : names(id))
  return rows.map((row) => ({
    ...row,
    state: shownStateOf(row),
    total: money(row.total),
    createdBy: names(row.createdBy),
    approvedBy: named(row.approvedBy),
    withdrawnBy: named(row.withdrawnBy),
  }))
}

/** Returns one payment file as lists show it. */
export const viewOf = async (row: PaymentFileRow) => onlyItem(await viewsOf([row]))

/** Returns a payment file with the invoices that were left out and the set-offs made before it; amounts in euros. */
export const fullViewOf = async (row: PaymentFileRow) => ({
  ...(await viewOf(row)),
  leftOut: row.leftOut.map((one) => ({ ...one, invoiceNumber: one.invoiceNumber ?? null })),
  netted: row.netted.map((one) => ({ ...one, amount: money(one.amount) })),
})

/**
 * Returns a payment file as its page shows it: each payment with its state, whether the actor may approve it, and while
 * it waits a comparison of each payee with the month before.
 */
export async function paymentFileDetailsOf(
  actor: Caller,
  row: PaymentFileRow,
  invoices: ReadonlyMap<string, InvoiceRow>,
) {
  const [made, payees, refusal, mayApprove] = await Promise.all([
    fullViewOf(row),
    row.state === 'waiting' ? comparePayees(row, invoices) : [],
    explainRefusal(row, invoices),
    isApprover(actor, row),
  ])
  const payments = paymentViewsOf(row.payments, invoices).map((payment) => ({
    ...payment,
    state: paymentStateOf(invoices.get(payment.invoiceId), row.id),
  }))
  return { ...made, payments, previousMonth: previousMonthOf(row.executionDate), payees, refusal, mayApprove }
}

/** Returns payments with their invoices as these stand now; amounts in euros. */
export const paymentViewsOf = (payments: readonly PaymentRow[], invoices: ReadonlyMap<string, InvoiceRow>) =>
  payments.map((payment) => {
    const invoice = invoices.get(payment.invoiceId)
    const invoiced = invoice?.supplier?.bankAccount
    return {
      ...payment,
      partnerId: invoice?.partnerCompanyId,
      accountHolder: payment.accountHolder,
      amount: money(payment.amount),
      invoicedAccount: invoiced === payment.bankAccount ? undefined : invoiced,
      acceptance: invoice && acceptanceOf(invoice)?.state,
      dueDate: invoice?.dueDate,
    }
  })

/** Returns the month before that of an execution day, with which payees are compared. */
export const previousMonthOf = (executionDate: string) => addToMonth(monthOf(executionDate as LocalDate), -1)

/**
 * Corrects the mark of a payment file that the bank booked whole (`isPaid`), after a payment of one of its invoices was
 * booked or sent back. Reads file and invoices again after each write, so that the last of several calls leaves the
 * right mark. Runs from the outbox.
 */
export async function markPaidFile(id: string): Promise<void> {
  for (;;) {
    const row = await paymentFileRecords.find(id)
    const isPaid = isWholeFilePaid(row, await readFiledInvoices(row))
    if ((row.isPaid ?? false) === isPaid) return
    await writeDerivedRows([{ write: PaymentFiles.patch({ id }).set({ isPaid }), onFailure: staleConflict }])
  }
}

/** Tells whether a payment file waits for approval and the actor may give it. */
async function isApprover(actor: Caller, { state, createdBy: by, createdAt: at }: PaymentFileRow): Promise<boolean> {
  const made = { by, at }
  return state === 'waiting' && (await buildPaymentCheck(actor, [made]))(made)
}

/** Returns the 403 for an admin who approves a payment file that they made. */
export const ownFileRefused = () => forbidden('Een andere beheerder keurt jouw betaalbestand goed')
