import { invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import { notFound } from '../../../shared/errors.ts'
import { cents, moneyText, wholeCents } from '../../../shared/money.ts'
import { dateText, localDateOf, now, startOfDay } from '../../../shared/time.ts'
import { readCompanyName } from '../../company/service.ts'
import { auditFile, countFileRequest } from '../../export/export-list.ts'
import { type PartnerDetails, readPartnerDetails } from '../../invoices/registry.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { beside, horizontalRule, paragraph, space, stack } from '../../platform/pdf/blocks.ts'
import { brandBlock } from '../../platform/pdf/brand.ts'
import { createPdf } from '../../platform/pdf/document.ts'
import { CONTENT_WIDTH, style } from '../../platform/pdf/style.ts'
import { readSettledDocuments, type SettledDocument, sumsOf } from './settled.ts'

const HALF = CONTENT_WIDTH * 0.525

/**
 * Returns what the bank paid to a partner in a year as a PDF, document by document. Throws 404 for an unknown partner,
 * 422 for a year too far away, 429 after 30 files in five minutes.
 */
export async function readYearlyStatement(
  actor: Caller,
  { year, partnerId }: { readonly year: string; readonly partnerId: string },
) {
  const permit = authorise(actor, 'self-billing:manage')
  await countFileRequest(actor)
  const { documents, bytes } = await drawStatementOf(year, partnerId)
  await auditFile(permit, 'yearly', bytes, { format: 'pdf', filter: { year }, count: documents.length })
  return { bytes, filename: `jaaroverzicht-${year}.pdf` }
}

/** Draws a partner's statement of a year; returns it with what it is about. Throws as `readYearlyStatement` does. */
export async function drawStatementOf(year: string, partnerId: string) {
  const [partner] = await readPartnerDetails([partnerId])
  if (!partner) throw notFound()
  const documents = (await readSettledDocuments(year)).filter(({ document }) => document.partnerId === partnerId)
  return { partner, documents, bytes: await drawStatement(partner, year, documents) }
}

/** Draws what was settled with a partner in a year as a PDF. */
async function drawStatement(
  partner: PartnerDetails,
  year: string,
  documents: readonly SettledDocument[],
): Promise<Uint8Array> {
  const title = `Jaaroverzicht ${year}`
  const company = await readCompanyName()
  const today = localDateOf(now())
  const width = CONTENT_WIDTH
  const paper = await createPdf({
    ...{ title, author: company, subject: `${title} van ${partner.name}`, madeAt: startOfDay(today) },
    footer: `${title} · ${partner.name}`,
  })
  const head = stack([
    paragraph(title, style.title, { width: HALF, tag: 'H1' }),
    space(3),
    paragraph(`Betaald door ${company}, opgemaakt op ${dateText(today)}`, style.subtitle, { width: HALF }),
  ])
  paper.add(
    beside([
      { at: 0, block: head },
      { at: HALF, block: brandBlock(width - HALF) },
    ]),
  )
  paper.skip(20)
  const { name, address, postalCode, city, kvkNumber, vatNumber } = partner
  const lines = [address, `${postalCode} ${city}`, `KvK ${kvkNumber}`, `Btw ${vatNumber}`]
  paper.add(
    stack([
      paragraph(name, style.name, { width }),
      ...lines.map((line) => paragraph(line, style.body, { width })),
      space(10),
      horizontalRule(width),
    ]),
  )
  paper.skip(16)
  const { paid, net, vat } = sumsOf(documents)
  const [of, excluding, including] = [paid, net, vat].map((euros) => moneyText(cents(euros)))
  const sentence =
    documents.length === 0
      ? `In ${year} is niets betaald.`
      : `In ${year} is ${of} betaald: ${excluding} zonder btw en ${including} btw.`
  paper.add(paragraph(sentence, style.body, { width }))
  paper.skip(16)
  if (documents.length > 0) addDocuments(paper, documents)
  return paper.bytes()
}

const addDocuments = (paper: Awaited<ReturnType<typeof createPdf>>, rows: readonly SettledDocument[]) =>
  paper.table<SettledDocument>({
    heading: 'Betaald en verrekend, op de dag van de bank',
    rows,
    total: 'Totaal',
    columns: [
      {
        header: 'Document',
        width: 'fills',
        text: ({ document }) => document.number,
        note: ({ document }) => invoiceTypeLabels[document.type],
      },
      { header: 'Dag', width: 'fits', text: ({ day }) => dateText(day) },
      { header: 'Incl. btw', amount: ({ gross }) => wholeCents(gross), adds: true },
      { header: 'Korting', amount: ({ discount }) => wholeCents(-discount + 0), adds: true },
      { header: 'Verrekend', amount: ({ setOff }) => wholeCents(-setOff + 0), adds: true },
      { header: 'Betaald', amount: ({ paid }) => wholeCents(paid), adds: true },
    ],
  })
