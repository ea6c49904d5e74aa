import { conflict, unprocessable } from '../../../shared/errors.ts'
import { explainLapsedOffer } from '../../../shared/invoicing/invoice-steps.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import type { SettingsRow } from '../../company/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { putDocument } from '../../platform/aws/document-store.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { type Issued, isIssued } from '../invoices/issued.ts'
import { findReadableInvoice, partnerOf } from '../invoices/records.ts'
import { refuseMisfit } from '../invoices/rules.ts'
import { FOLDER, readSentBytes } from '../invoices/sent-documents.ts'
import { refuseOtherScheme } from '../invoices/supply-days.ts'
import type { PartnerRow } from '../partner-entity.ts'
import { settingsInForce } from '../settings.ts'
import { ublOf } from './invoice-ubl.ts'

/**
 * Returns an invoice with the present data of partner and our company, as its documents show them; an issued invoice is
 * returned as it is. Throws 422 without an agreement or company settings, and for a discount or VAT that does not fit
 * the partner. Throws 422 also where a line has another VAT scheme than the partner has now.
 */
export async function addPartyData(row: InvoiceRow): Promise<Issued> {
  if (isIssued(row)) return row
  const [partner, settings] = await Promise.all([partnerOf(row), settingsInForce()])
  if (!partner?.agreement) throw unprocessable('Met deze partner is geen overeenkomst tot self-billing')
  if (settings.version === 0) throw unprocessable('Vul eerst de bedrijfsgegevens in bij de instellingen')
  refuseMisfit(partner, row)
  refuseOtherScheme(partner, row)
  const { acceptanceDays } = partner
  return { ...row, acceptanceDays, supplier: supplierOf(partner), customer: customerOf(settings) }
}

/** Returns a partner's present data for an invoice's documents. With self-billing, the partner is the supplier. */
export function supplierOf(partner: PartnerRow): Issued['supplier'] {
  const { name, email, address, postalCode, city, kvkNumber, vatNumber, bankAccount } = partner
  const { contactPerson, phone } = partner
  return {
    ...{ name, email, address, postalCode, city, kvkNumber, vatNumber, bankAccount },
    ...(contactPerson === undefined ? {} : { contactPerson }),
    ...(phone === undefined ? {} : { phone }),
  }
}

/** Returns our company as the customer on a self-billing invoice, as its PDF and UBL show it. */
export const customerOf = ({ companyName, address, postalCode, city, kvkNumber, vatNumber }: SettingsRow) => ({
  ...{ name: companyName, address, postalCode, city, kvkNumber, vatNumber },
})

/**
 * Stores the final PDF and UBL in the bucket; returns the invoice as sent now, for the caller to store. Throws 422 for
 * an expired 48-hour discount, and without an agreement or company settings. Throws 422 also for a discount or VAT that
 * does not fit the partner, and for a VAT scheme that the partner no longer has.
 */
export async function issueDocuments(row: InvoiceRow): Promise<InvoiceRow> {
  const lapsed = explainLapsedOffer(row, localDateOf(now()))
  if (lapsed !== null) throw unprocessable(lapsed, 'invoiceDate')
  const issued = await addPartyData({ ...row, sentAt: now() })
  return { ...issued, documents: await keepDocuments(issued) }
}

/** Makes the PDF and UBL of an invoice and stores them in the bucket; returns their hashes. */
export async function keepDocuments(row: Issued): Promise<NonNullable<InvoiceRow['documents']>> {
  const { ubl, pdf } = await documentsOf(row)
  const [ublHash, pdfHash] = await Promise.all([
    putDocument(FOLDER, Buffer.from(ubl), 'application/xml'),
    putDocument(FOLDER, pdf, 'application/pdf'),
  ])
  return { ubl: ublHash, pdf: pdfHash }
}

async function documentsOf(row: Issued) {
  const ubl = ublOf(row)
  const { drawInvoicePdf } = await import('./invoice-pdf.ts')
  return { ubl, pdf: await drawInvoicePdf(row, ubl) }
}

/**
 * Returns the PDF of an invoice that the actor may read: as it was sent, or a preview marked as a concept. Throws 404
 * for any other invoice, 422 where `addPartyData` refuses the preview.
 */
export async function readPdf(actor: Caller, id: string) {
  const { row } = await findReadableInvoice(actor, id)
  const bytes = row.documents ? await readSentBytes(row, 'pdf') : (await documentsOf(await addPartyData(row))).pdf
  return { bytes, filename: `${row.invoiceNumber}.pdf`, inline: true }
}

/**
 * Returns the UBL (e-invoice) of an invoice that the actor may read. Throws 404 for any other invoice, 409 before the
 * invoice is sent.
 */
export async function readUbl(actor: Caller, id: string) {
  const { row } = await findReadableInvoice(actor, id)
  if (!row.documents)
    throw conflict('Deze factuur is nog niet verstuurd. De e-factuur wordt bij het versturen gemaakt.')
  return { bytes: await readSentBytes(row, 'ubl'), filename: `${row.invoiceNumber}.xml` }
}
