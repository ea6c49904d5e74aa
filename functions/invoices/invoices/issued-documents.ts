import type { InvoiceType } from '../../../shared/api/parts/billing.ts'
import { vatPerRateOf, wholeCents } from '../../../shared/money.ts'
import { type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { readAll } from '../../platform/data/rows.ts'
import { type InvoiceRow, Invoices, openStatuses, type TaxedAmount } from './entity.ts'
import { reasonAgainstPayment } from './payable-rules.ts'
import { invoicesById } from './records.ts'
import { isPosted, isRefused, payableAt } from './rules.ts'

/** An issued invoice or credit note as other domains see it; amounts in signed cents. */
export interface IssuedDocument {
  readonly id: string
  readonly number: string
  readonly type: InvoiceType
  readonly partnerId: string
  /** Name of the partner on the document. */
  readonly partnerName: string
  readonly invoiceDate: LocalDate
  readonly dueDate: LocalDate
  readonly total: number
  readonly vat: number
  /** Base and VAT by scheme and rate, as in the e-invoice. */
  readonly taxed: TaxedAmount[]
  /** Present open amount. */
  readonly open: number
  /** Amount that a payment of today would pay. */
  readonly payable: number
  /** Dutch reason why a payment file of today cannot pay the document; null where it can. */
  readonly reason: string | null
  readonly isRefused: boolean
  /** Id of the invoice that a credit note credits. */
  readonly creditedId: string | undefined
}

function documentOf(row: InvoiceRow): IssuedDocument {
  const today = localDateOf(now())
  const reason = reasonAgainstPayment(row, today)
  return {
    ...{ id: row.id, number: row.invoiceNumber, type: row.type, partnerId: row.partnerCompanyId },
    partnerName: row.supplier?.name ?? '',
    ...{ invoiceDate: row.invoiceDate as LocalDate, dueDate: row.dueDate as LocalDate },
    ...{ total: row.totalAmount, vat: row.vatAmount, taxed: vatPerRateOf(row.lines), open: row.open },
    ...{ payable: reason === null ? payableAt(row, today) : wholeCents(0), reason, isRefused: isRefused(row) },
    creditedId: row.creditedInvoice?.id,
  }
}

/** Reads issued documents by id without checking rights; others are absent. */
export async function readIssuedDocuments(ids: readonly string[]): Promise<Map<string, IssuedDocument>> {
  const rows = [...(await invoicesById(ids)).values()].filter(isPosted)
  return new Map(rows.map((row) => [row.id, documentOf(row)]))
}

/** Lists the issued documents with an open amount, without checking rights. */
export async function listOpenDocuments(): Promise<IssuedDocument[]> {
  const shelves = openStatuses.map((shelf) => readAll<InvoiceRow>(Invoices.query.byShelf({ shelf }) as never))
  const ids = (await Promise.all(shelves))
    .flat()
    .filter(isPosted)
    .map(({ id }) => id)
  return [...(await readIssuedDocuments(ids)).values()].filter(({ open }) => open !== 0)
}
