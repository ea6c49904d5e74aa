import { inEuros } from '../../../shared/money.ts'
import { legalFormLabels } from '../../../shared/numbers/legal-form-labels.ts'
import type { Column } from '../../export/cells.ts'
import { type Exported, exportList } from '../../export/export-list.ts'
import type { PartnerDetails } from '../../invoices/registry.ts'
import type { Caller } from '../../platform/actor.ts'
import { groupByPartner, readSettledDocuments, readThirdParties, sumsOf, type ThirdParty } from './settled.ts'

type Wanted = Exported<{ readonly year: string }>

type YearLine = PartnerDetails & ReturnType<typeof sumsOf>

const yearColumns: readonly Column<YearLine>[] = [
  { header: 'Partner', value: ({ name }) => name },
  { header: 'Rechtsvorm', value: ({ legalForm }) => legalFormLabels[legalForm] },
  { header: 'KvK-nummer', value: ({ kvkNumber }) => kvkNumber },
  { header: 'Btw-nummer', value: ({ vatNumber }) => vatNumber },
  { header: 'Facturen', value: ({ invoices }) => ({ amount: invoices }) },
  { header: 'Creditfacturen', value: ({ creditNotes }) => ({ amount: creditNotes }) },
  { header: '48-uurskorting', value: ({ discount }) => ({ amount: discount }) },
  { header: 'Betaald', value: ({ paid }) => ({ amount: paid }) },
  { header: 'Excl. btw', value: ({ net }) => ({ amount: net }) },
  { header: 'Btw', value: ({ vat }) => ({ amount: vat }) },
]

/**
 * Exports what the bank paid in a year by partner as a spreadsheet. Throws 422 for a year too far away and above the
 * limits of one file, 429 after 30 files in five minutes.
 */
export const exportYearly = (actor: Caller, query: Wanted) =>
  exportList<YearLine>(actor, query, {
    ...{ action: 'self-billing:manage', entity: 'yearly', plural: 'jaaroverzicht' },
    columns: yearColumns,
    rows: async () => {
      const partners = await groupByPartner(await readSettledDocuments(query.year))
      return partners.map(({ partner, documents }) => ({ ...partner, ...sumsOf(documents) }))
    },
  })

/** Text in the columns that the tax authority asks for and Partnerview does not store. */
const NOT_STORED = 'Niet in Partnerview'

const thirdPartyColumns: readonly Column<ThirdParty>[] = [
  { header: 'Naam', value: ({ name }) => name },
  { header: 'Adres', value: ({ address }) => address || NOT_STORED },
  { header: 'Postcode', value: ({ postalCode }) => postalCode },
  { header: 'Plaats', value: ({ city }) => city },
  { header: 'Rechtsvorm', value: ({ legalForm }) => legalFormLabels[legalForm] },
  { header: 'KvK-nummer', value: ({ kvkNumber }) => kvkNumber },
  { header: 'BSN', value: () => NOT_STORED },
  { header: 'Geboortedatum', value: () => NOT_STORED },
  { header: 'Betaald zonder btw', value: ({ amount }) => ({ amount: inEuros(amount) }) },
  { header: 'Btw onbekend van factuur', value: ({ withoutSums }) => withoutSums.join(', ') },
]

/**
 * Exports the natural persons who were paid without VAT in a year, for the 'opgaaf uitbetaalde bedragen aan derden'. It
 * has no BSN and no day of birth, and says so. Throws 422 for a year too far away and above the limits of one file, 429
 * after 30 files in five minutes.
 */
export const exportThirdParties = (actor: Caller, query: Wanted) =>
  exportList<ThirdParty>(actor, query, {
    ...{ action: 'self-billing:manage', entity: 'third-party', plural: 'opgaaf-derden', sheet: 'Opgaaf derden' },
    columns: thirdPartyColumns,
    rows: () => readThirdParties(query.year),
  })
