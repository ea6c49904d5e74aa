import { isIban, isKvk, isVat, normaliseIban, normaliseKvk, normaliseVat } from '../../identifiers.ts'
import * as z from '../../zod.ts'
import { paymentTerms, vatSchemes } from '../parts/billing.ts'
import { instant, localDate, orNull, person, phoneExamples, requireText, text, withoutUnseen } from '../parts/fields.ts'

/** Maximum number of scheme changes of a partner. */
const MAX_SCHEMES = 20

const NO_DAY = 'Kies vanaf welke dag de regeling geldt'

/**
 * The VAT schemes of a partner, ordered by the day on which each begins. The first has no such day: it holds from the
 * beginning.
 */
const datedSchemes = z
  .array(z.object({ from: localDate(NO_DAY).nullish(), scheme: z.enum(vatSchemes, 'Kies een btw-regeling') }))
  .min(1, 'Kies een btw-regeling')
  .max(MAX_SCHEMES, `Hoogstens ${MAX_SCHEMES} btw-regelingen`)
  .superRefine((schemes, context) => {
    for (const [index, { from }] of schemes.entries()) {
      const message = refusedDay(from, index, schemes[index - 1]?.from)
      if (message !== null) context.addIssue({ code: 'custom', path: [index, 'from'], message })
    }
  })
  .meta({
    examples: [[{ from: null, scheme: 'normaal' }], [{ scheme: 'normaal' }, { from: '2027-01-01', scheme: 'kor' }]],
  })

/** Returns why a scheme cannot begin on a day; null where it can. */
function refusedDay(from: string | null | undefined, index: number, before: string | null | undefined): string | null {
  if (index === 0) return from ? 'De eerste regeling geldt vanaf het begin: laat de datum leeg' : null
  if (!from) return NO_DAY
  if (!before || from > before) return null
  return from === before ? 'Op deze dag begint al een regeling' : 'Zet de regelingen op volgorde van datum'
}

/** Messages of a partner form about missing required fields (spec §5). */
export const missingFields = {
  title: 'Verplichte velden',
  message: 'Vul alle verplichte velden in voordat je verder gaat.',
}

/** Makes the schema of a number that is stored and compared without separators (rulings 49). */
const identifier = (
  required: string,
  wrong: string,
  normalise: (text: string) => string,
  isRight: (text: string) => boolean,
  examples: readonly string[],
) =>
  z
    .string({ error: required })
    .overwrite(withoutUnseen)
    .trim()
    .max(60)
    .min(1, required)
    .meta({ examples: [...examples] })
    .transform(normalise)
    .refine((value) => value === '' || isRight(value), wrong)

/** Makes the schemas of the numbers of a company, with the examples of each. */
const companyNumbers = (examples: Record<'kvkNumber' | 'vatNumber' | 'bankAccount', readonly string[]>) => ({
  kvkNumber: identifier(
    'KvK-nummer is verplicht',
    'KvK-nummer moet 8 cijfers bevatten.',
    normaliseKvk,
    isKvk,
    examples.kvkNumber,
  ),
  /** Wrong check digits are only a warning (rulings 49). */
  vatNumber: identifier(
    'Btw-nummer is verplicht',
    'Btw-nummer moet format NL123456789B01 hebben.',
    normaliseVat,
    isVat,
    examples.vatNumber,
  ),
  /** An IBAN in the form of Dutch ones (18 characters), with valid check digits (rulings 49). */
  bankAccount: identifier(
    'IBAN is verplicht',
    'Voer een geldig IBAN nummer in.',
    normaliseIban,
    (value) => /^[A-Z]{2}\d{2}[A-Z0-9]{4}\d{10}$/.test(value) && isIban(value),
    examples.bankAccount,
  ),
})

const partnerNumbers = companyNumbers({
  kvkNumber: ['12345678', '23456789'],
  vatNumber: ['NL123456789B01', 'NL001234567B01'],
  bankAccount: ['NL91RABO0315273637', 'NL86INGB0002445588'],
})

/** Schemas of the numbers of our own company, which no partner has (rulings 51c). */
export const ownNumbers = companyNumbers({
  kvkNumber: ['87654321', '11223344'],
  vatNumber: ['NL009876543B01', 'NL004495445B01'],
  bankAccount: ['NL59TRIO0788877666', 'NL69INGB0123456789'],
})

/** Makes the schema of a required e-mail address, in lower case; `message` is shown when it is missing. */
const requireEmail = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .toLowerCase()
    .max(254)
    .min(1, message)
    .refine((value) => value === '' || z.email().safeParse(value).success, 'Ongeldig e-mailadres')
    .meta({ format: 'email' })

/** Address fields of a company. */
export const companyAddress = {
  address: requireText('Adres is verplicht'),
  postalCode: requireText('Postcode is verplicht', 12).meta({ examples: ['6041 AB', '2153 KB'] }),
  city: requireText('Plaats is verplicht'),
}

/** Body of a new partner (spec §5). */
export const NewPartner = z.object({
  name: requireText('Naam is verplicht'),
  email: requireEmail('E-mail is verplicht'),
  ...companyAddress,
  ...partnerNumbers,
  /** VAT schemes with their first days; by default 'normaal' from the beginning. */
  vatSchemes: datedSchemes.optional(),
  paymentTerms: z.enum(paymentTerms, 'Kies een betaaltermijn').optional(),
  /** True when invoices may offer the 48-hour discount; true by default. */
  allows48HourDiscount: z.boolean().optional(),
  /** Days after which silence counts as acceptance (rulings 51a); 14 by default. */
  acceptanceDays: z.int('Vul een heel getal in').min(1, 'Minstens 1 dag').max(90, 'Hoogstens 90 dagen').optional(),
  contactPerson: text(),
  phone: text(40, phoneExamples),
  /**
   * Person whom the partner's invoices pay: an agent, caller or team leader. Agents and team leaders with
   * hasInvoiceAccess may see these invoices.
   */
  assignedAgentId: text(128, { 'x-refers-to': '/api/users/agents' }),
  /** An inactive partner gets no new invoices. */
  isActive: z.boolean().optional(),
})
export type NewPartner = z.output<typeof NewPartner>

/** Body that changes a partner; absent fields stay. */
export const PartnerChange = NewPartner.partial()
export type PartnerChange = z.output<typeof PartnerChange>

/** Self-billing agreement with a partner; no invoice is made without one (rulings 50). */
export const Agreement = z.object({
  /** Day on which the agreement was signed. */
  date: z.iso.date(),
  filename: z.string(),
  /** Size of the file in bytes. */
  size: z.int(),
})
export type Agreement = z.output<typeof Agreement>

/** Form fields sent with the file of an agreement. */
export const AgreementForm = z.object({
  date: localDate('Vul in wanneer de overeenkomst is getekend').meta({ examples: ['2026-10-05', '2026-10-06'] }),
})

/** Another partner with the same KvK-nummer, btw-nummer or IBAN (rulings 51c). */
export const SharedNumber = z.object({
  field: z.enum(['kvkNumber', 'vatNumber', 'bankAccount']),
  partnerId: z.string(),
  partnerName: z.string(),
})
export type SharedNumber = z.output<typeof SharedNumber>

/** A partner as an admin sees it, the IBAN whole (rulings 51c). */
export const Partner = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  kvkNumber: z.string(),
  vatNumber: z.string(),
  /** True when the check digits of the VAT number are wrong, which is only a warning. */
  isVatNumberDoubtful: z.boolean(),
  bankAccount: z.string(),
  /**
   * New IBAN that waits for the approval of a second admin. Until then, payments go to `bankAccount`, the present IBAN
   * (rulings 51b).
   */
  pendingBankAccount: orNull(z.string()),
  pendingBankAccountBy: orNull(person),
  pendingBankAccountAt: orNull(instant),
  /** True when the reader may approve the pending account. */
  mayApproveBankAccount: z.boolean(),
  /** New IBAN that was rejected last, with its rejection. Null without one, and once an IBAN is entered again. */
  rejectedBankAccount: orNull(z.object({ bankAccount: z.string(), by: person, at: instant, reason: z.string() })),
  /** Schemes in the order of their first days. The first scheme has no such day, as it holds from the beginning. */
  vatSchemes: z.array(z.object({ from: orNull(z.iso.date()), scheme: z.enum(vatSchemes) })),
  /** The scheme in force today. */
  vatScheme: z.enum(vatSchemes),
  paymentTerms: z.enum(paymentTerms),
  allows48HourDiscount: z.boolean(),
  acceptanceDays: z.int(),
  contactPerson: orNull(z.string()),
  phone: orNull(z.string()),
  assignedAgentId: orNull(z.string()),
  assignedAgent: orNull(person),
  isActive: z.boolean(),
  agreement: orNull(Agreement),
  /** Day on which the earliest agreement on file was signed; no invoice has an earlier date. */
  agreedSince: orNull(z.iso.date()),
  /**
   * Number of the partner's invoices and credit notes, cancelled ones included. Only a partner without any can be
   * deleted.
   */
  invoiceCount: z.int(),
  /** Other partners with one of its numbers, which is a warning. */
  sharedNumbers: z.array(SharedNumber),
  createdAt: instant,
  updatedAt: instant,
})
export type Partner = z.output<typeof Partner>

/** Body that rejects a changed account. Anybody but the person who entered the account must give a reason. */
export const AccountRejection = z.object({ reason: text(300) })
export type AccountRejection = z.output<typeof AccountRejection>

/** Filters of the list of partners. */
export const PartnerFilter = z.object({
  /** Search text: must occur in name, contact person, phone, KvK number, VAT number, place or e-mail. */
  q: z.string().trim().max(100).optional(),
  isActive: z.enum(['true', 'false']).optional(),
})
export type PartnerFilter = z.output<typeof PartnerFilter>
