import { MAX_PAYMENTS, type NewPaymentFile, NO_ROOM } from '../../../shared/api/schemas/payment-files.ts'
import { AppError, conflict, editConflict, staleConflict, unprocessable } from '../../../shared/errors.ts'
import { bankDayFrom } from '../../../shared/invoicing/bank-days.ts'
import { sumOf, wholeCents } from '../../../shared/money.ts'
import { addMonths, type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { buildOnlyAdminAudit, onlyAdminCondition } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { getDocument, putDocument } from '../../platform/aws/document-store.ts'
import { commit, commitAll, commitNothing, type GuardedWrite } from '../../platform/data/commit.ts'
import type { Paging } from '../../platform/http/page.ts'
import { listWithin } from '../../records/list.ts'
import { newRecordFields } from '../../records/record.ts'
import { inOrder, isText } from '../../records/source.ts'
import { type InvoiceRow, Invoices } from '../invoices/entity.ts'
import { reasonAgainstPayment } from '../invoices/payable-rules.ts'
import { invoicesById } from '../invoices/records.ts'
import { payableAt } from '../invoices/rules.ts'
import type { Account } from '../partner-entity.ts'
import { settingsInForce } from '../settings.ts'
import { changesOfNetting, listSetOffs, planNetting } from './netting.ts'
import { comparePayees } from './payees.ts'
import { type PaymentFileRow, PaymentFiles, type PaymentRow } from './payment-file-entity.ts'
import {
  explainRefusal,
  fullViewOf,
  NOT_OPEN,
  paymentFileDetailsOf,
  paymentFileRecords,
  paymentStateOf,
  paymentViewsOf,
  previousMonthOf,
  readFiledInvoices,
  readPartnerAccounts,
  viewsOf,
} from './payment-file-records.ts'
import { buildPaymentXml } from './payment-xml.ts'

/** Folder of payment files in the bucket. */
export const FOLDER = 'payment-files'

/** Months ahead for which banks accept an order. */
const MONTHS_AHEAD = 12

/** Maximum number of attempts to create a file while another user changes one of its invoices. */
const TRIES = 3

/** Lists payment files, newest first. */
export const listPaymentFiles = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'payment:approve', paging, {
    all: () =>
      inOrder<PaymentFileRow>({ createdAt: isText, id: isText }, [PaymentFiles.query.all({}) as never], 'desc'),
    show: viewsOf,
  })

/** Returns a payment file with each payment and its state, and the invoices left out; 404 for an unknown file. */
export async function findPaymentFile(actor: Caller, id: string) {
  const { row } = await paymentFileRecords.within(actor, id)
  return paymentFileDetailsOf(actor, row, await readFiledInvoices(row))
}

/**
 * Returns the payments that a file for these invoices would make on a day, each partner compared with the month before;
 * stores nothing. Throws 422 for a day in the past or too far ahead.
 */
export async function previewPaymentFile(actor: Caller, { invoiceIds, executionDate: requestedDate }: NewPaymentFile) {
  const permit = authorise(actor, 'self-billing:manage')
  const executionDate = executionDay(requestedDate as LocalDate)
  const found = await invoicesById(invoiceIds)
  const plans = await planSetOffs(actor, found, executionDate)
  const invoices = new Map([...found, ...plans.map(({ after }) => [after.id, after] as const)])
  const paying = { day: executionDate, accounts: await readPartnerAccounts(invoices.values()) }
  const { payments } = divideInvoices([...new Set(invoiceIds)], invoices, paying)
  return commitNothing(permit, {
    payments: paymentViewsOf(payments, invoices),
    previousMonth: previousMonthOf(executionDate),
    payees: await comparePayees({ payments, executionDate }, invoices),
  })
}

/**
 * Creates a SEPA payment file for invoices, and marks them so that no other file pays them (decision 56). The file
 * waits for a second admin's approval, unless its maker is the only admin (rulings 51b). Open credit notes of the
 * partners are set off first (rulings 45). Throws 422 for a day in the past or too far ahead, without anything to pay,
 * and without company settings. Throws 409 while others keep changing the invoices.
 */
export async function createPaymentFile(actor: Caller, wish: NewPaymentFile) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryToCreate(actor, wish)
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'conflict') || attempt === TRIES) throw error
    }
  }
}

/** Makes one attempt to create a payment file. Throws a conflict when somebody else changed an invoice of it. */
async function tryToCreate(actor: Caller, { invoiceIds, executionDate: requestedDate }: NewPaymentFile) {
  const settings = await settingsInForce()
  if (settings.version === 0) throw unprocessable('Vul eerst de bedrijfsgegevens in bij de instellingen')
  const executionDate = executionDay(requestedDate as LocalDate)
  const { invoices, netted } = await afterNetting(actor, await invoicesById(invoiceIds), executionDate)
  const accounts = await readPartnerAccounts(invoices.values())
  const paying = { day: executionDate, accounts }
  const { payments, marks, leftOut } = divideInvoices([...new Set(invoiceIds)], invoices, paying)
  if (payments.length === 0) {
    const [first] = leftOut
    const message = leftOut.length === 1 && first ? first.reason : 'Geen van deze facturen kan worden betaald'
    const reasons = leftOut.map(({ invoiceNumber = 'Onbekend', reason }) => `${invoiceNumber}: ${reason}`)
    throw new AppError('unprocessable', message, { errors: { invoiceIds: reasons } })
  }
  const isAlone = await onlyAdminCondition(actor, staleConflict)
  const order = {
    ...{ ...newRecordFields(), requestedDate, executionDate, payments, leftOut, netted, createdBy: actor.id },
    state: isAlone ? ('open' as const) : ('waiting' as const),
    ...{ approvedBy: undefined, approvedAt: undefined },
    ...{ withdrawnBy: undefined, withdrawnAt: undefined, reason: undefined, isPaid: undefined },
  }
  const debtor = { name: settings.companyName, bankAccount: settings.bankAccount }
  const xml = buildPaymentXml({ ...order, debtor })
  const row: PaymentFileRow = {
    ...order,
    total: sumOf(payments.map(({ amount }) => wholeCents(amount))),
    count: payments.length,
    hash: await putDocument(FOLDER, Buffer.from(xml), 'application/xml'),
  }
  return paymentFileRecords.create(actor, row, fullViewOf, {
    write: marks.map((invoice) => markInvoice(invoice, row.id)),
    also: isAlone ? [buildOnlyAdminAudit(isAlone, { type: 'payment-file', id: row.id }, {})] : [],
  })
}

/** Returns the first bank day from a wanted day on. Throws 422 for a day in the past, or too far ahead for banks. */
function executionDay(wanted: LocalDate): LocalDate {
  const today = localDateOf(now())
  if (wanted < today) throw unprocessable('De uitvoerdatum is voorbij', 'executionDate')
  if (wanted > addMonths(today, MONTHS_AHEAD)) {
    throw unprocessable('De uitvoerdatum ligt te ver in de toekomst', 'executionDate')
  }
  return bankDayFrom(wanted)
}

/** Returns the set-offs of payable invoices with the open credit notes of their partners. */
const planSetOffs = (actor: Caller, invoices: ReadonlyMap<string, InvoiceRow>, day: LocalDate) =>
  planNetting(
    [...invoices.values()].filter((row) => reasonAgainstPayment(row, day) === null),
    { date: localDateOf(now()), by: actor.id },
  )

/**
 * Sets open credit notes off against the invoices of a new file, each invoice in its own transaction. These set-offs
 * stay, even if the file is not made. Throws 422, before any set-off, when nothing would be left to pay.
 */
async function afterNetting(actor: Caller, invoices: ReadonlyMap<string, InvoiceRow>, day: LocalDate) {
  const payable = [...invoices.values()].filter((row) => reasonAgainstPayment(row, day) === null)
  const plans = await planSetOffs(actor, invoices, day)
  const isPaid = (row: InvoiceRow) => payableAt(plans.find(({ before }) => before.id === row.id)?.after ?? row, day) > 0
  if (plans.length === 0) return { invoices, netted: [] }
  if (!payable.some(isPaid)) throw unprocessable(ALL_NETTED, 'invoiceIds')
  const permit = authorise(actor, 'self-billing:manage')
  const asPlanned = new Map(invoices)
  for (const plan of plans) {
    const { row, changes } = changesOfNetting(plan)
    // A key is used up by one transaction, so the request's `Idempotency-Key` is kept for the payment file.
    await commitAll({ ...permit, actor: { ...permit.actor, origin: withoutKey(actor) } }, changes, undefined)
    asPlanned.set(row.id, row)
  }
  return { invoices: asPlanned, netted: plans.flatMap(listSetOffs) }
}

const ALL_NETTED = 'Er blijft niets te betalen. Verreken deze facturen met de open creditfacturen.'

/** Returns the origin of a request without its `Idempotency-Key`, for set-offs written before the payment file. */
function withoutKey({ origin }: Caller): Caller['origin'] {
  const { idempotency: _, ...rest } = origin
  return rest
}

/** Execution day of a new payment file, and the present accounts of partners. */
interface Paying {
  readonly day: LocalDate
  readonly accounts: ReadonlyMap<string, Account>
}

/** Divides invoices into those that are paid on a day and those left out with a reason. */
function divideInvoices(ids: readonly string[], invoices: ReadonlyMap<string, InvoiceRow>, paying: Paying) {
  const payments: PaymentRow[] = []
  const marks: InvoiceRow[] = []
  const leftOut: PaymentFileRow['leftOut'] = []
  for (const id of ids) {
    const row = invoices.get(id)
    const reason = row ? reasonAgainstPayment(row, paying.day) : 'Deze factuur bestaat niet (meer)'
    if (row && reason === null && payments.length < MAX_PAYMENTS) {
      marks.push(row)
      payments.push(paymentOf(row, paying))
    } else {
      const known = row ? { invoiceNumber: row.invoiceNumber } : {}
      leftOut.push({ invoiceId: id, ...known, reason: reason ?? NO_ROOM })
    }
  }
  return { payments, marks, leftOut }
}

function paymentOf(row: InvoiceRow, { day, accounts }: Paying): PaymentRow {
  const { id, invoiceNumber, supplier, partnerCompanyId } = row
  if (!supplier) throw new Error(`${invoiceNumber} was not sent`)
  const { bankAccount, accountHolder }: Account = accounts.get(partnerCompanyId) ?? supplier
  return {
    ...{ invoiceId: id, invoiceNumber, partnerName: supplier.name, bankAccount },
    ...(accountHolder && { accountHolder }),
    amount: payableAt(row, day),
  }
}

/**
 * Returns the write that marks an invoice with the payment file that pays it; fails with 409 when the invoice changed.
 */
const markInvoice = ({ id, version }: InvoiceRow, fileId: string): GuardedWrite => ({
  write: Invoices.patch({ id })
    .set({ paymentFileId: fileId })
    .where((row, { eq, notExists }) => `${eq(row.version, version)} AND ${notExists(row.paymentFileId)}`),
  onFailure: changedInvoice,
})

/** Returns the write that releases an invoice from its payment file; fails with 409 when the invoice changed. */
export const releaseInvoice = ({ id, version }: InvoiceRow, fileId: string): GuardedWrite => ({
  write: Invoices.patch({ id })
    .remove(['paymentFileId'])
    .where((row, { eq }) => `${eq(row.version, version)} AND ${eq(row.paymentFileId, fileId)}`),
  onFailure: changedInvoice,
})

const changedInvoice = () => editConflict('een van deze facturen')

/**
 * Returns the XML of a payment file to hand to the bank, and audits the download. Throws 404 for an unknown file, 409
 * for a file that waits for approval, was rejected or was withdrawn. Throws 409 also once an invoice in it is released
 * or paid, or the IBAN of its partner changed.
 */
export async function downloadPaymentFile(actor: Caller, id: string) {
  const { row, permit } = await paymentFileRecords.within(actor, id)
  if (row.state !== 'open') throw conflict(NOT_OPEN[row.state])
  const refusal = await explainRefusal(row, await readFiledInvoices(row))
  if (refusal !== null) throw conflict(refusal)
  const bytes = await getDocument(FOLDER, row.hash)
  await commit(permit, { action: 'payment-file.download', entity: { type: 'payment-file', id }, write: [] }, undefined)
  return { bytes, filename: `betaling-${row.executionDate}-${id.slice(0, 8)}.xml` }
}

/**
 * Releases one invoice from a payment file, because the bank did not pay it or sent the payment back; another file may
 * then pay it. Returns the file. Throws 404 for an unknown file, 409 for one that waits for approval, and for an
 * invoice that is paid or not in this file.
 */
export async function releasePayment(actor: Caller, id: string, invoiceId: string) {
  const { row, permit } = await paymentFileRecords.within(actor, id)
  if (row.state === 'waiting') throw conflict('Dit betaalbestand is nog niet goedgekeurd. Trek het hele bestand in.')
  const invoices = await readFiledInvoices(row)
  const invoice = invoices.get(invoiceId)
  const state = paymentStateOf(invoice, id)
  if (!invoice || state === 'released') throw conflict('Deze factuur staat niet (meer) in dit betaalbestand')
  if (state === 'paid') throw conflict('Deze factuur is betaald. Zet de factuur eerst terug op In behandeling.')
  return commit(
    permit,
    {
      action: 'invoice.release',
      entity: { type: 'invoice', id: invoiceId, name: invoice.invoiceNumber },
      before: { paymentFileId: id },
      after: {},
      write: [releaseInvoice(invoice, id)],
    },
    await paymentFileDetailsOf(actor, row, new Map(invoices).set(invoiceId, { ...invoice, paymentFileId: undefined })),
  )
}
