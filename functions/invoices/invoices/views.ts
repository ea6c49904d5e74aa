import { can } from '../../../shared/access.ts'
import { maskIban } from '../../../shared/identifiers.ts'
import { euros, sumVatShares, vatPerRateOf, wholeCents } from '../../../shared/money.ts'
import { newMailEntries, readMailLog } from '../../mail/log.ts'
import { nameOf, namesOf } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { findUser } from '../../platform/identity/user.ts'
import { onlyItem } from '../../records/only-item.ts'
import type { Edit } from '../../records/record.ts'
import type { PartnerRow } from '../partner-entity.ts'
import { buildPaymentCheck } from '../second-eyes.ts'
import { acceptanceOf } from './acceptance-rules.ts'
import { type InvoiceRow, Invoices, type LineRow, type PendingPayment } from './entity.ts'
import { invoiceMails, mailableOf } from './mails.ts'
import { invoiceRecords, partnerOf, partnersById } from './records.ts'
import {
  computeStandingDiscount,
  creditableOf,
  daysOverdue,
  findCreditedState,
  isCommissionLine,
  mayEdit,
  payableToday,
  promptDiscountOf,
  stepStateOf,
} from './rules.ts'

const money = (amount: number) => euros(wholeCents(amount))

/**
 * Returns invoices as lists show them: amounts in euros, names of partner and assigned user, derived states, and notes
 * for admins. A sent invoice keeps the partner's name of that moment.
 */
export async function viewsOf(actor: Caller, rows: readonly InvoiceRow[]) {
  const ids = [...new Set(rows.flatMap(({ assignedUserId }) => assignedUserId ?? []))]
  const [partners, people] = await Promise.all([
    partnersById(rows.filter(({ supplier }) => !supplier).map(({ partnerCompanyId }) => partnerCompanyId)),
    Promise.all(ids.map(findUser)),
  ])
  const users = new Map(people.flatMap((user) => (user ? [[user.id, user]] : [])))
  return rows.map((row) => {
    const user = row.assignedUserId === undefined ? undefined : users.get(row.assignedUserId)
    const late = daysOverdue(row)
    return {
      ...row,
      partnerName: row.supplier?.name ?? partners.get(row.partnerCompanyId)?.name ?? 'Onbekend',
      assignedUser: user && nameOf(user),
      amount: money(row.amount),
      vatAmount: money(row.vatAmount),
      totalAmount: money(row.totalAmount),
      discountAmount: money(row.discountAmount),
      creditRestrictionAmount: money(row.creditRestrictionAmount),
      finalAmount: money(row.finalAmount),
      payableToday: money(payableToday(row)),
      credited: findCreditedState(row),
      isOwed: stepStateOf(row).isOwed,
      openAmount: money(row.open),
      paidAmount: money(row.payments.reduce((sum, { amount }) => sum + amount, 0)),
      lastPaidAmount: money(row.payments.at(-1)?.amount ?? 0),
      discountTaken: money(sumVatShares(computeStandingDiscount(row))),
      promptDiscount: money(promptDiscountOf(row)),
      takenBack: row.status === 'in_behandeling' && row.lastReturn ? { sentBackOn: null, ...row.lastReturn } : null,
      isOverdue: late > 0,
      daysOverdue: late,
      lineCount: row.lines.length,
      notes: actor.role === 'admin' ? row.notes : undefined,
      dateReason: actor.role === 'admin' ? row.dateReason : undefined,
      acceptance: acceptanceOf(row),
      isEditable: mayEdit(row),
      lines: row.lines.map((line, index) => ({ ...lineOf(line), invoiceId: row.id, lineOrder: index + 1 })),
    }
  })
}

const lineOf = ({ unitPrice, totalPrice, vatAmount, ...line }: LineRow) => ({
  ...{ description: line.description, quantity: line.quantity, vatRate: line.vatRate },
  ...{ supplyDate: line.supplyDate, vatScheme: line.vatScheme },
  unitPrice: money(unitPrice),
  totalPrice: money(totalPrice),
  vatAmount: money(vatAmount),
})

/** Returns one invoice as it appears in a list. */
export const viewOf = async (actor: Caller, row: InvoiceRow) => onlyItem(await viewsOf(actor, [row]))

/**
 * Returns one invoice as its page shows it: lines, credit notes, partner data that the actor may see, and mails.
 * `asked` has outbox items of mails that were asked for just now.
 */
export async function invoiceDetailsOf(
  actor: Caller,
  row: InvoiceRow,
  partner: PartnerRow | null,
  asked: readonly OutboxItem[] = [],
) {
  const agentId = row.assignedUserId === undefined ? partner?.assignedAgentId : undefined
  const [view, partnerAgent, creditNotes, mails, mailable, pendingPayment] = await Promise.all([
    viewOf(actor, row),
    agentId === undefined ? null : findUser(agentId),
    creditNotesOf(row),
    readMailLog(invoiceMails, row.id),
    actor.role === 'admin' ? mailableOf(row) : [],
    can(actor, 'payment:approve') && row.pendingPayment ? pendingViewOf(actor, row.pendingPayment) : undefined,
  ])
  return {
    ...view,
    pendingPayment,
    isOfCommissions: row.commissions !== undefined,
    vatPerRate: vatPerRateOf(row.lines).map(({ base, vatAmount, ...of }) => ({
      ...of,
      base: euros(base),
      vatAmount: euros(vatAmount),
    })),
    partner: partyOf(actor, row, partner),
    partnerAgent: partnerAgent && nameOf(partnerAgent),
    creditNotes,
    mails: [...newMailEntries(invoiceMails, asked), ...mails],
    mailable,
    creditable: creditableOf(row).map((one) => ({ ...one, isCommission: isCommissionLine(row, one.lineOrder) })),
  }
}

async function pendingViewOf(actor: Caller, pending: PendingPayment) {
  const [names, mayApprove] = await Promise.all([namesOf([pending.by]), buildPaymentCheck(actor, [pending])])
  const { by, at, date, amount, reason, booking } = pending
  const shown = { by: names(by), at, date, amount: money(amount), reason, iban: booking?.iban }
  return { ...shown, mayApprove: mayApprove(pending) }
}

/**
 * Returns the partner's data at sending, or its present data before; only admins and stand-ins see the full IBAN
 * (rulings 51c).
 */
function partyOf(actor: Caller, { supplier, partnerCompanyId }: InvoiceRow, partner: PartnerRow | null) {
  const party = supplier ?? partner
  if (!party) return undefined
  const { name, email, address, postalCode, city, kvkNumber, vatNumber, contactPerson, phone } = party
  return {
    ...{ id: partnerCompanyId, name, email, address, postalCode, city, kvkNumber, vatNumber },
    contactPerson,
    phone,
    bankAccount: can(actor, 'payment:approve') ? party.bankAccount : maskIban(party.bankAccount),
  }
}

async function creditNotesOf({ creditNoteIds = [] }: InvoiceRow) {
  if (creditNoteIds.length === 0) return []
  const { data } = await Invoices.get(creditNoteIds.map((id) => ({ id }))).go({ consistent: true })
  return (data as unknown as InvoiceRow[])
    .map(({ id, invoiceNumber, status, totalAmount }) => ({
      id,
      invoiceNumber,
      status,
      totalAmount: money(totalAmount),
    }))
    .sort((one, other) => one.invoiceNumber.localeCompare(other.invoiceNumber))
}

/** Changes an invoice; returns its details with the mails that the change asks for. */
export function editInvoice(
  actor: Caller,
  id: string,
  make: (before: InvoiceRow) => Promise<Edit<InvoiceRow>>,
  action?: 'payment:approve',
) {
  let asked: readonly OutboxItem[] = []
  return invoiceRecords.edit(
    actor,
    { id, action },
    async (row) => invoiceDetailsOf(actor, row, await partnerOf(row), asked),
    async (before) => {
      const made = await make(before)
      asked = made.outbox ?? []
      return made
    },
  )
}
