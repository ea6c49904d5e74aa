import type { PartnerRow } from '../functions/invoices/partner-entity.ts'
import { AGREEMENTS } from '../functions/invoices/partners/agreements.ts'
import { addIndexKeys } from '../functions/invoices/partners/partners.ts'
import { putDocument } from '../functions/platform/aws/document-store.ts'
import type { User } from '../functions/platform/identity/user.ts'
import { paragraph, stack } from '../functions/platform/pdf/blocks.ts'
import { createPdf } from '../functions/platform/pdf/document.ts'
import { CONTENT_WIDTH, style } from '../functions/platform/pdf/style.ts'
import type { VatScheme } from '../shared/api/parts/billing.ts'
import { addMonths, instantIn, type LocalDate, startOfDay } from '../shared/time.ts'
import { drawIban, drawVatNumber } from './numbers.ts'
import { selectPartnerAgents } from './partner-agents.ts'
import { type Chance, createChance } from './random.ts'

interface Plan {
  readonly name: string
  readonly address: string
  readonly postalCode: string
  readonly city: string
  readonly vatScheme?: VatScheme
  readonly allows48HourDiscount?: false
  readonly isActive?: false
  readonly hasNoAgreement?: true
}

/** Partner companies of zzp'ers, each different from the others. */
const plans: readonly Plan[] = [
  { name: 'Bos Energieadvies', address: 'Veeladingstraat 14', postalCode: '6041 CL', city: 'Roermond' },
  { name: 'Van Dijk Sales & Advies', address: 'Kapellerlaan 88', postalCode: '6045 AG', city: 'Roermond' },
  {
    name: 'Zuidlimburg Verkoop BV',
    address: 'Hamstraat 3',
    postalCode: '6041 HA',
    city: 'Roermond',
    allows48HourDiscount: false,
  },
  {
    name: 'Łukasz Kowalski Consulting',
    address: 'Venloseweg 120',
    postalCode: '6042 AS',
    city: 'Roermond',
    vatScheme: 'kor',
  },
  { name: 'Duin & Polder Energie', address: 'Hoofdweg 1188', postalCode: '2153 LR', city: 'Nieuw-Vennep' },
  {
    name: 'Haarlemmermeer Advies',
    address: 'Venneperweg 402',
    postalCode: '2153 AD',
    city: 'Nieuw-Vennep',
    vatScheme: 'verlegd',
  },
  {
    name: 'Sterk Verkoopteam',
    address: 'Eugenie Prévinaireweg 7',
    postalCode: '2151 BA',
    city: 'Nieuw-Vennep',
    hasNoAgreement: true,
  },
  { name: 'Oude Maas Verkoop', address: 'Roersingel 20', postalCode: '6041 KX', city: 'Roermond', isActive: false },
]

/**
 * Returns the demo's eight partner companies. Each gets an agent who may invoice; with fewer than eight such agents,
 * the last partners get none. Stores the PDFs of the agreements; one partner has no agreement.
 */
export function createDemoPartners(people: readonly User[], today: LocalDate): Promise<PartnerRow[]> {
  const agents = selectPartnerAgents(people)
  return Promise.all(
    plans.map((plan, number) => partnerOf(plan, createChance(number * 7001 + 5), agents[number], today)),
  )
}

async function partnerOf(plan: Plan, chance: Chance, agent: User | undefined, today: LocalDate): Promise<PartnerRow> {
  const { vatScheme: _, allows48HourDiscount = true, isActive = true, hasNoAgreement, ...company } = plan
  // The partner is older than its oldest invoice.
  const date = addMonths(today, -13 - chance.below(9))
  const at = instantIn(date, '10:00')
  return addIndexKeys({
    ...company,
    id: chance.id(),
    version: 1,
    email: `facturen${chance.below(900) + 100}@partner.example`,
    kvkNumber: String(60_000_000 + chance.below(30_000_000)),
    vatNumber: drawVatNumber(chance),
    bankAccount: drawIban(chance),
    legalForm: plan.name.endsWith(' BV') ? ('bv' as const) : ('eenmanszaak' as const),
    vatCheck: undefined,
    ...{ accountHolder: undefined, accountSince: undefined, pendingAccount: undefined, rejectedAccount: undefined },
    vatSchemes: vatSchemesOf(plan, today),
    paymentTerms: '30_days',
    allows48HourDiscount,
    acceptanceDays: 14,
    contactPerson: agent && `${agent.firstName} ${agent.lastName}`,
    phone: `06 ${10_000_000 + chance.below(80_000_000)}`,
    assignedAgentId: agent?.id,
    isActive,
    agreement: hasNoAgreement ? undefined : await agreementOf(plan, date),
    linkGeneration: 0,
    agreedSince: hasNoAgreement ? undefined : date,
    ...{ invoiceCount: 0, lastInvoiceOn: undefined },
    korInvoiceCount: undefined,
    createdBy: agent?.id ?? 'demo',
    createdAt: at,
    updatedAt: at,
  })
}

/** Returns the VAT schemes of a partner; a partner with the KOR has this scheme since 1 January of this year. */
function vatSchemesOf({ vatScheme: scheme = 'normaal' }: Plan, today: LocalDate): PartnerRow['vatSchemes'] {
  const from = `${today.slice(0, 4)}-01-01`
  return scheme === 'kor' ? [{ scheme: 'normaal' }, { from, scheme }] : [{ scheme }]
}

/** Stores the signed agreement of a partner as a PDF; returns its date and file. */
async function agreementOf({ name, city }: Plan, date: LocalDate) {
  const title = 'Overeenkomst tot self-billing'
  const document = await createPdf({
    title,
    author: 'Partnerview BV',
    subject: `${title} met ${name}`,
    madeAt: startOfDay(date),
    footer: title,
  })
  const width = CONTENT_WIDTH
  document.add(
    stack(
      [
        paragraph(title, style.title, { width, tag: 'H1' }),
        paragraph(`${name} te ${city} laat Partnerview BV facturen uitreiken op naam van ${name}.`, style.body, {
          width,
        }),
      ],
      12,
    ),
  )
  const bytes = await document.bytes()
  const hash = await putDocument(AGREEMENTS, bytes, 'application/pdf')
  return { date, hash, filename: 'overeenkomst.pdf', size: bytes.length }
}
