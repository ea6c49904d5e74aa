import { putDocument } from '../functions/platform/document-store.ts'
import { paragraph, stack } from '../functions/platform/pdf/blocks.ts'
import { paper } from '../functions/platform/pdf/document.ts'
import { CONTENT_WIDTH, style } from '../functions/platform/pdf/style.ts'
import type { User } from '../functions/platform/user.ts'
import { AGREEMENTS } from '../functions/self-billing/agreements.ts'
import { type PartnerRow, Partners } from '../functions/self-billing/partner-entity.ts'
import { placed } from '../functions/self-billing/partners.ts'
import { InvoiceSettings, SETTINGS_ID } from '../functions/self-billing/settings.ts'
import type { VatScheme } from '../shared/contract/partners.ts'
import { hasVatCheckDigits } from '../shared/identifiers.ts'
import { addMonths, instantIn, type LocalDate, startOfDay } from '../shared/time.ts'
import { type Chance, chanceFrom } from './random.ts'
import { ibanOf } from './sales.ts'
import { storeAll } from './writing.ts'

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

/** Companies of zzp'ers; each is somewhat different from the others. */
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

/** Stores the demo's partner companies with their agreements, and what our side of the invoices says. */
export async function storePartners(people: readonly User[], today: LocalDate): Promise<void> {
  const agents = people.filter(
    ({ role, isActive, hasInvoiceAccess }) => role === 'agent' && isActive && hasInvoiceAccess,
  )
  const admin = people.find(({ role }) => role === 'admin')
  const rows = await Promise.all(
    plans.map((plan, number) => partnerOf(plan, chanceFrom(number * 7001 + 5), agents[number], today)),
  )
  await storeAll([
    ...rows.map((row) => Partners.put({ ...row, createdBy: admin?.id ?? row.createdBy })),
    InvoiceSettings.put({
      id: SETTINGS_ID,
      version: 1,
      companyName: 'Partnerview BV',
      address: 'Godsweerderstraat 10',
      postalCode: '6041 GH',
      city: 'Roermond',
      kvkNumber: '68412309',
      vatNumber: vatNumberOf(chanceFrom(97)),
      bankAccount: ibanOf(chanceFrom(98)),
      defaultVatRate: 21,
      defaultPaymentTerms: '30_days',
      defaultDiscountPercentage: 3,
      accountingEmail: 'boekhouding@partnerview.example',
      autoSendToAccounting: true,
      invoicePrefix: 'YDS',
      updatedBy: admin?.id,
    }),
  ])
}

async function partnerOf(plan: Plan, chance: Chance, agent: User | undefined, today: LocalDate): Promise<PartnerRow> {
  const { vatScheme = 'normaal', allows48HourDiscount = true, isActive = true, hasNoAgreement, ...company } = plan
  const date = addMonths(today, -3 - chance.below(9))
  const at = instantIn(date, '10:00')
  return placed({
    ...company,
    id: chance.id(),
    version: 1,
    email: `facturen${chance.below(900) + 100}@partner.example`,
    kvkNumber: String(60_000_000 + chance.below(30_000_000)),
    vatNumber: vatNumberOf(chance),
    bankAccount: ibanOf(chance),
    vatScheme,
    paymentTerms: '30_days',
    allows48HourDiscount,
    acceptanceDays: 14,
    contactPerson: agent && `${agent.firstName} ${agent.lastName}`,
    phone: `06 ${10_000_000 + chance.below(80_000_000)}`,
    assignedAgentId: agent?.id,
    isActive,
    agreement: hasNoAgreement ? undefined : await agreementOf(plan, date),
    invoiceCount: 0,
    createdBy: agent?.id ?? 'demo',
    createdAt: at,
    updatedAt: at,
  })
}

/** The agreement that a partner signed, as a PDF in the bucket. */
async function agreementOf({ name, city }: Plan, date: LocalDate) {
  const title = 'Overeenkomst tot self-billing'
  const document = await paper({
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
        paragraph(`${name} te ${city} laat Partnerview BV facturen uitreiken op haar naam.`, style.body, { width }),
      ],
      12,
    ),
  )
  const bytes = await document.bytes()
  const hash = await putDocument(AGREEMENTS, bytes, 'application/pdf')
  return { date, hash, filename: 'overeenkomst.pdf', size: bytes.length }
}

/** A VAT number with the check digits that make it one. */
function vatNumberOf(chance: Chance): string {
  const digits = String(chance.below(1_000_000_000)).padStart(9, '0')
  const candidates = Array.from({ length: 100 }, (_, end) => `NL${digits}B${String(end).padStart(2, '0')}`)
  return candidates.find(hasVatCheckDigits) ?? 'NL123456782B90'
}
