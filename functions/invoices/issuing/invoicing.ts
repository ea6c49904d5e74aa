import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError, editConflict, unprocessable } from '../../../shared/errors.ts'
import type { NewInvoice } from '../../../shared/invoices/schemas.ts'
import { rateOn } from '../../../shared/invoicing/vat-schemes.ts'
import type { Posted } from '../../book/service.ts'
import { requireStillAssignable } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import { takeLock } from '../../platform/data/lock.ts'
import type { Operation } from '../../platform/data/table.ts'
import { newRecordFields } from '../../records/record.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { requireOpenDate } from '../invoices/open-dates.ts'
import { invoiceRecords } from '../invoices/records.ts'
import {
  addIndexKeys,
  amountsOf,
  CREDIT_RESTRICTION,
  type DraftLine,
  datesOf,
  details,
  findFirstAgreement,
  priceLines,
  refuseDate,
  refuseLinesOutsidePeriod,
  refuseMisfit,
  unpaid,
  unsent,
} from '../invoices/rules.ts'
import { vatRatesOf } from '../invoices/vat-rates.ts'
import { invoiceDetailsOf } from '../invoices/views.ts'
import { moveLastNumber, numberConflict, readLastNumber } from '../numbers.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { settingsInForce } from '../settings.ts'
import { readInvoiceAssignee } from './assignee.ts'
import { keepAttachments } from './attachments.ts'

/** Origin of an invoice from a run: its commissions, and the other writes of its transaction. */
interface InvoiceOrigin {
  readonly commissions: NonNullable<InvoiceRow['commissions']>
  readonly posted: (invoice: InvoiceRow) => Posted
  readonly write: (invoice: InvoiceRow) => readonly (Operation | GuardedWrite)[]
}

/** Input of a new invoice. */
type Draft = Omit<NewInvoice, 'lines'> & { readonly lines: readonly DraftLine[] }

/** Milliseconds until an unreleased lock expires, so that a crash does not block other creations. */
const LEASE_MS = 3_000

/** Milliseconds that a creation waits for the lock. */
const TURN_MS = 10_000

/** Milliseconds after which a creation stops trying again when other creations keep taking its number. */
const PATIENCE_MS = 20_000

/**
 * Creates an invoice as a concept, with the next number of its year (rulings 43); `from` is given by a monthly run.
 * Throws 422 when its partner, dates, lines, assigned user or attachments do not allow it. Throws 409 when the partner
 * changed meanwhile, 503 when others keep taking the number.
 */
export const createInvoice = (actor: Caller, form: Draft, from?: InvoiceOrigin) =>
  createNumbered(() => tryToCreate(actor, form, from))

/**
 * Runs `make`, which creates a numbered document, and returns its result; repeats it while another creation takes the
 * number. A lock lets creations run one after another, so that `make` is rarely repeated. Throws 503 when others keep
 * taking the number.
 */
export async function createNumbered<T>(make: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const lock = await waitForLock(TURN_MS)
  try {
    for (;;) {
      try {
        return await make()
      } catch (error) {
        if (!(error instanceof AppError && error.kind === 'conflict' && error.message === numberConflict().message))
          throw error
        if (performance.now() - since > PATIENCE_MS) throw tooMany(error)
        await pause(randomInt(10, 200))
      }
    }
  } finally {
    await lock?.release()
  }
}

async function waitForLock(patience: number) {
  const since = performance.now()
  for (;;) {
    const lock = await takeLock('invoice-numbers', LEASE_MS)
    if (lock || performance.now() - since > patience) return lock
    await pause(randomInt(50, 350))
  }
}

const tooMany = (cause: Error) =>
  new AppError('unavailable', 'Er worden nu veel facturen gemaakt. Probeer het zo opnieuw.', { retryAfter: 2, cause })

/** Makes one attempt to create an invoice. Throws a conflict when another one took its number meanwhile. */
async function tryToCreate(actor: Caller, form: Draft, from?: InvoiceOrigin) {
  const [partner, settings] = await Promise.all([partnerFor(form.partnerCompanyId), settingsInForce()])
  if (from && partner.assignedAgentId !== from.commissions.userId) throw partnerChanged()
  const given = details.created(form)
  const has48HourDiscount =
    form.has48HourDiscount ?? (partner.allows48HourDiscount && partner.paymentTerms === '48_hours')
  const dates = datesOf({ ...form, has48HourDiscount })
  const priced = {
    lines: priceLines(form.lines, { ...partner, ...dates }),
    has48HourDiscount,
    discountPercentage: form.discountPercentage ?? settings.defaultDiscountPercentage,
    creditRestrictionPercentage: CREDIT_RESTRICTION,
  }
  refuseMisfit(partner, { ...priced, ...dates })
  if (!from) refuseLinesOutsidePeriod({ ...priced, ...dates })
  refuseDate(form.invoiceDate, findFirstAgreement(partner))
  await requireOpenDate(form.invoiceDate, from ? undefined : form)
  const [assignee, { attachments, write }, number] = await Promise.all([
    readInvoiceAssignee(form.assignedUserId, 'assignedUserId'),
    keepAttachments(form.attachments ?? []),
    findNextDocumentNumber(settings.invoicePrefix, dates.invoiceDate),
  ])
  const row = addIndexKeys({
    ...given,
    ...priced,
    ...amountsOf(priced),
    ...dates,
    ...newRecordFields(),
    type: 'invoice',
    invoiceNumber: number.text,
    creditedInvoice: undefined,
    creditNoteIds: undefined,
    partnerCompanyId: partner.id,
    assignedUserId: assignee?.id,
    description: form.description ?? priced.lines[0]?.description ?? '',
    vatRate: form.vatRate ?? rateOn(vatRatesOf(settings), dates.supplyTo),
    paymentTerms: has48HourDiscount ? '48_hours' : '30_days',
    ...unpaid,
    ...unsent,
    attachments,
    commissions: from?.commissions,
    autoSendEnabled: form.autoSendEnabled ?? true,
    createdBy: actor.id,
  })
  const posted = from?.posted(row)
  return invoiceRecords.create(actor, row, (made) => invoiceDetailsOf(actor, made, partner), {
    conditions: [
      ...(assignee ? requireStillAssignable(actor, assignee, 'assignedUserId') : []),
      number.taken,
      countInvoiceAtPartner(partner, form.invoiceDate),
    ],
    write: [...write, ...(posted?.write ?? []), ...(from?.write(row) ?? [])],
    count: posted?.count ?? [],
  })
}

/** Reads the partner of a new invoice. Throws 422 unless the partner is active and has an agreement (rulings 50). */
async function partnerFor(id: string): Promise<PartnerRow> {
  const { data } = await Partners.get({ id }).go({ consistent: true })
  if (!data) throw unprocessable('Deze partner bestaat niet (meer)', 'partnerCompanyId')
  if (!data.isActive) throw unprocessable('Deze partner is niet meer actief', 'partnerCompanyId')
  if (!data.agreement) {
    throw unprocessable(
      'Met deze partner is geen overeenkomst tot self-billing. Leg die eerst vast bij de partner.',
      'partnerCompanyId',
    )
  }
  return data as PartnerRow
}

/**
 * Returns the next document number (`text`) of a series, such as `YDS`, in the year of a date, and the write that
 * claims that number (`taken`).
 */
export async function findNextDocumentNumber(series: string, invoiceDate: string) {
  const year = invoiceDate.slice(0, 4)
  const last = await readLastNumber(series, year)
  const text = `${series}-${year}-${String(last + 1).padStart(4, '0')}`
  return { text, taken: moveLastNumber(series, year, { from: last, to: last + 1 }) }
}

/**
 * Returns the write that adds 1 to a partner's number of documents, and keeps the date of an invoice as that of the
 * last one; 409 when the partner changed since it was read.
 */
export const countInvoiceAtPartner = ({ id, version }: PartnerRow, lastInvoiceOn?: string): GuardedWrite => ({
  write: Partners.patch({ id })
    .set({ lastInvoiceOn })
    .add({ invoiceCount: 1 })
    .where((partner, { eq }) => eq(partner.version, version)),
  onFailure: partnerChanged,
})

const partnerChanged = () => editConflict('deze partner')
