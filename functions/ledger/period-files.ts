import { ageLabels, type OpenDocument } from '../../shared/api/schemas/open-documents.ts'
import { type VatDocument, type VatRow, vatCategoryLabels } from '../../shared/api/schemas/vat.ts'
import type { Column } from '../export/cells.ts'
import { type Exported, exportList } from '../export/export-list.ts'
import type { Caller } from '../platform/actor.ts'
import { readOpenDocuments } from './open-documents.ts'
import { readVat } from './vat.ts'

type OpenLine = OpenDocument & { readonly partnerName: string }

const openColumns: readonly Column<OpenLine>[] = [
  { header: 'Partner', value: ({ partnerName }) => partnerName },
  { header: 'Nummer', value: ({ number }) => number },
  { header: 'Factuurdatum', value: ({ invoiceDate }) => ({ date: invoiceDate }) },
  { header: 'Vervaldatum', value: ({ dueDate }) => ({ date: dueDate }) },
  { header: 'Ouderdom', value: ({ age }) => (age ? ageLabels[age] : 'Creditfactuur') },
  { header: 'Incl. btw', value: ({ total }) => ({ amount: total }) },
  { header: 'Open', value: ({ open }) => ({ amount: open }) },
  { header: 'Verrekenen met', value: ({ setOffs }) => setOffs.map(({ number }) => number).join(', ') },
  { header: 'Wacht', value: ({ reason }) => reason ?? '' },
]

/**
 * Exports the open documents of a day (by default today) as a spreadsheet. Throws 422 for a day too far away and above
 * the limits of one file, 429 after 30 files in five minutes.
 */
export const exportOpenDocuments = (actor: Caller, query: Exported<{ readonly date?: string | undefined }>) =>
  exportList<OpenLine>(actor, query, {
    ...{
      action: 'self-billing:manage',
      entity: 'open-document',
      plural: 'openstaande-documenten',
      sheet: 'Openstaand',
    },
    columns: openColumns,
    rows: async () => {
      const { partners } = await readOpenDocuments(query)
      return partners.flatMap(({ partner, documents }) =>
        documents.map((document) => ({ ...document, partnerName: partner.name })),
      )
    },
  })

type VatLine = Pick<VatRow, 'category' | 'box'> & { readonly document: VatDocument }

const vatColumns: readonly Column<VatLine>[] = [
  { header: 'Soort', value: ({ category }) => vatCategoryLabels[category] },
  { header: 'Rubriek', value: ({ box }) => box ?? '' },
  { header: 'Nummer', value: ({ document }) => document.number },
  { header: 'Datum', value: ({ document }) => ({ date: document.date }) },
  { header: 'Partner', value: ({ document }) => document.partnerName },
  { header: 'Grondslag', value: ({ document }) => ({ amount: document.base }) },
  { header: 'Btw', value: ({ document }) => ({ amount: document.vat }) },
]

/**
 * Exports the documents behind the VAT of a period as a spreadsheet. Throws 422 for a period too far away and above the
 * limits of one file, 429 after 30 files in five minutes.
 */
export const exportVat = (actor: Caller, query: Exported<{ readonly period: string }>) =>
  exportList<VatLine>(actor, query, {
    ...{ action: 'self-billing:manage', entity: 'vat', plural: 'btw-regels', sheet: 'Btw', columns: vatColumns },
    rows: async ({ rows: most, tooMany }) => {
      const { rows } = await readVat(query)
      const lines = rows.flatMap(({ category, box, documents }) =>
        documents.map((document) => ({ category, box, document })),
      )
      if (lines.length > most) throw tooMany('rows')
      return lines
    },
  })
