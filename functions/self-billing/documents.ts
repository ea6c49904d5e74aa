import { conflict, unprocessable } from '../../shared/errors.ts'
import { lapsedOffer } from '../../shared/invoice-steps.ts'
import { localDateOf, now } from '../../shared/time.ts'
import type { SettingsRow } from '../company/service.ts'
import type { Caller } from '../platform/actor.ts'
import { getDocument, putDocument } from '../platform/document-store.ts'
import type { InvoiceRow } from './invoice-entity.ts'
import { partnerOf, readable } from './invoice-records.ts'
import { refuseMisfit } from './invoice-rules.ts'
import { ublOf } from './invoice-ubl.ts'
import { type Issued, isIssued } from './issued.ts'
import type { PartnerRow } from './partner-entity.ts'
import { FOLDER } from './sent-documents.ts'
import { settingsInForce } from './settings.ts'
import { refuseOtherScheme } from './supply-days.ts'

/**
 * An invoice with both parties as they are now. 422 where one of them is not complete: no agreement, or a company that
 * nobody filled in; and where the partner has another VAT scheme by now than a line was made under.
 */
export async function issuedNow(row: InvoiceRow): Promise<Issued> {
  if (isIssued(row)) return row
  const [partner, settings] = await Promise.all([partnerOf(row), settingsInForce()])
  if (!partner?.agreement) throw unprocessable('Met deze partner is geen overeenkomst tot self-billing.')
  if (settings.version === 0) throw unprocessable('Vul eerst de bedrijfsgegevens in bij de instellingen')
  refuseMisfit(partner, row)
  refuseOtherScheme(partner, row)
  const { acceptanceDays } = partner
  return { ...row, acceptanceDays, supplier: supplierOf(partner), customer: customerOf(settings) }
}

/** A partner as documents name it. */
export function supplierOf(partner: PartnerRow): Issued['supplier'] {
  const { name, email, address, postalCode, city, kvkNumber, vatNumber, bankAccount } = partner
  const { contactPerson, phone } = partner
  return {
    ...{ name, email, address, postalCode, city, kvkNumber, vatNumber, bankAccount },
    ...(contactPerson === undefined ? {} : { contactPerson }),
    ...(phone === undefined ? {} : { phone }),
  }
}

/** Our company as documents name it. */
export const customerOf = ({ companyName, address, postalCode, city, kvkNumber, vatNumber }: SettingsRow) => ({
  ...{ name: companyName, address, postalCode, city, kvkNumber, vatNumber },
})

/**
 * An invoice as it goes out: with both parties and its documents, which stand from now on. Refuses as `issuedNow` does, and
 * 422 where it would offer a discount for paying within 48 hours that are over.
 */
export async function issue(row: InvoiceRow): Promise<InvoiceRow> {
  const lapsed = lapsedOffer(row, localDateOf(now()))
  if (lapsed !== null) throw unprocessable(lapsed, 'invoiceDate')
  const issued = await issuedNow({ ...row, sentAt: now() })
  return { ...issued, documents: await keepDocuments(issued) }
}

/** Makes both documents of an invoice that is being sent and keeps them; answers their hashes, for its row. */
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
  const { invoicePdf } = await import('./invoice-pdf.ts')
  return { ubl, pdf: await invoicePdf(row, ubl) }
}

/** An invoice as PDF: as it was sent, until then as it would be, marked as a concept. */
export async function readPdf(actor: Caller, id: string) {
  const { row } = await readable(actor, id)
  const bytes = row.documents
    ? await getDocument(FOLDER, row.documents.pdf)
    : (await documentsOf(await issuedNow(row))).pdf
  return { bytes, filename: `${row.invoiceNumber}.pdf`, inline: true }
}

/** An invoice as UBL, as it was sent; 409 as long as it was not. */
export async function readUbl(actor: Caller, id: string) {
  const { row } = await readable(actor, id)
  if (!row.documents)
    throw conflict('Deze factuur is nog niet verstuurd. De e-factuur wordt bij het versturen gemaakt.')
  return { bytes: await getDocument(FOLDER, row.documents.ubl), filename: `${row.invoiceNumber}.xml` }
}
