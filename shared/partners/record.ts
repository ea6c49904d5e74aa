import { paymentTerms, paymentTermsLabels, vatSchemes } from '../api/parts/billing.ts'
import { instant, orNull, person } from '../api/parts/fields.ts'
import { firstDay, inOrderOfDays } from '../invoicing/dated-list.ts'
import { KorTurnover } from '../invoicing/kor.ts'
import { legalFormLabels } from '../numbers/legal-form-labels.ts'
import { legalForms } from '../numbers/legal-forms.ts'
import { own } from '../values/field.ts'
import {
  attributes,
  choice,
  kept,
  phone,
  reference,
  requiredPostcode,
  requiredText,
  shown,
  standard,
  stored,
  text,
  yesOrNo,
} from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'
import { companyNumbers } from './choices.ts'

const { must, optional, number, optionalNumber, flag } = attributes

/** Maximum number of scheme changes of a partner. */
const MAX_SCHEMES = 20

/**
 * The VAT schemes of a partner, ordered by the day on which each begins. The first has no such day: it holds from the
 * beginning.
 */
const datedSchemes = inOrderOfDays(
  z.object({
    from: firstDay('Kies vanaf welke dag de regeling geldt'),
    scheme: z.enum(vatSchemes, 'Kies een btw-regeling'),
  }),
  {
    none: 'Kies een btw-regeling',
    most: [MAX_SCHEMES, `Hoogstens ${MAX_SCHEMES} btw-regelingen`],
    first: 'De eerste regeling geldt vanaf het begin: laat de datum leeg',
    noDay: 'Kies vanaf welke dag de regeling geldt',
    same: 'Op deze dag begint al een regeling',
    order: 'Zet de regelingen op volgorde van datum',
  },
).meta({
  examples: [[{ from: null, scheme: 'normaal' }], [{ scheme: 'normaal' }, { from: '2027-01-01', scheme: 'kor' }]],
})

const numbers = companyNumbers({
  kvkNumber: ['12345678', '23456789'],
  vatNumber: ['NL123456789B01', 'NL001234567B01'],
  bankAccount: ['NL91RABO0315273637', 'NL86INGB0002445588'],
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

/** Self-billing agreement with a partner; no invoice is made without one (rulings 50). */
export const Agreement = z.object({
  /** Day on which the agreement was signed. */
  date: z.iso.date(),
  filename: z.string(),
  /** Size of the file in bytes. */
  size: z.int(),
})
export type Agreement = z.output<typeof Agreement>

/** Another partner with the same KvK-nummer, btw-nummer or IBAN (rulings 51c). */
export const SharedNumber = z.object({
  field: z.enum(['kvkNumber', 'vatNumber', 'bankAccount']),
  partnerId: z.string(),
  partnerName: z.string(),
})
export type SharedNumber = z.output<typeof SharedNumber>

/** Answer of VIES about a VAT number, the service of the European Commission. */
const VatCheck = z.object({
  vatNumber: z.string(),
  isValid: z.boolean(),
  /** Name under which the number is registered; null where the country gives none. */
  name: orNull(z.string()),
  at: instant,
  /** Number under which VIES keeps the request, as proof of it. */
  requestId: orNull(z.string()),
})

/** A partner company, as an admin sees it, the IBAN whole (rulings 51c). It has no history and no export. */
export const partner = record(
  {
    noun: { the: 'de', one: 'partner', many: 'partners' },
    groups: ['company', 'registration', 'invoicing'],
    cards: ['row'],
  },
  {
    ...standard,
    name: requiredText('Naam is verplicht', { label: 'Bedrijfsnaam', form: own('company'), card: own('row') }),
    /** Sort key of lists: the name, folded. */
    sortName: stored(must),
    contactPerson: text({ label: 'Contactpersoon', form: own('company'), card: own('row') }),
    email: {
      ...{ ...kept(z.string(), must), typed: requireEmail('E-mail is verplicht') },
      field: { label: 'E-mail', format: 'email', form: own('company'), card: null },
    },
    phone: phone({ label: 'Telefoon', form: own('company'), card: null }),
    address: requiredText('Adres is verplicht', { label: 'Adres', form: own('company'), card: null }),
    postalCode: requiredPostcode({ label: 'Postcode', form: own('company'), card: null }),
    city: requiredText('Plaats is verplicht', { label: 'Plaats', form: own('company'), card: null }),
    legalForm: {
      ...{ typed: z.enum(legalForms, 'Kies een rechtsvorm').optional(), stored: { type: legalForms } as const },
      shown: z.enum(legalForms),
      field: { label: 'Rechtsvorm', format: legalFormLabels, form: 'registration', card: null },
    },
    kvkNumber: {
      ...{ ...kept(z.string(), must), typed: numbers.kvkNumber },
      field: { label: 'KvK-nummer', short: 'KvK', form: own('registration'), card: null },
    },
    vatNumber: {
      ...{ ...kept(z.string(), must), typed: numbers.vatNumber },
      field: { label: 'Btw-nummer', short: 'Btw', form: own('registration'), card: null },
    },
    /** True when the check digits of the VAT number are wrong, which is only a warning. */
    isVatNumberDoubtful: shown(z.boolean()),
    /** Answer of VIES about the present VAT number; null until it answered. */
    vatCheck: kept(orNull(VatCheck), {
      type: 'map',
      properties: { vatNumber: must, isValid: flag, name: optional, at: must, requestId: optional },
    }),
    bankAccount: {
      ...{ ...kept(z.string(), must), typed: numbers.bankAccount },
      field: { label: 'IBAN', form: own('registration'), card: null },
    },
    /** Name in which the account stands, which banks check; empty for the name of the company. */
    accountHolder: text({ label: 'Rekeninghouder', form: own('registration'), card: null }, 70),
    /** Changed account that waits for a second admin, with who entered it and when. */
    pendingAccount: stored({
      type: 'map',
      properties: { bankAccount: must, accountHolder: optional, by: must, at: must },
    }),
    /**
     * IBAN that waits for the approval of a second admin, with its holder. Until then, payments go to `bankAccount`, the
     * present IBAN (rulings 51b).
     */
    pendingBankAccount: shown(orNull(z.string())),
    pendingAccountHolder: shown(orNull(z.string())),
    pendingBankAccountBy: shown(orNull(person)),
    pendingBankAccountAt: shown(orNull(instant)),
    /** True when the reader may approve the pending account. */
    mayApproveBankAccount: shown(z.boolean()),
    /** Last changed account that was rejected, with who rejected it, when and why. */
    rejectedAccount: stored({
      type: 'map',
      properties: { bankAccount: must, accountHolder: optional, by: must, at: must, reason: must },
    }),
    /** New account that was rejected last, with its rejection. Null without one, and once one is entered again. */
    rejectedBankAccount: shown(
      orNull(
        z.object({
          bankAccount: z.string(),
          accountHolder: orNull(z.string()),
          ...{ by: person, at: instant, reason: z.string() },
        }),
      ),
    ),
    /** Moment since which a changed IBAN counts; absent for the first account of the partner. */
    accountSince: stored(optional),
    /** VAT schemes in the order of their first days; by default 'normaal'. The first has no such day. */
    vatSchemes: {
      typed: datedSchemes.optional(),
      stored: {
        type: 'list',
        required: true,
        items: { type: 'map', properties: { from: optional, scheme: { type: vatSchemes, required: true } } },
      },
      shown: z.array(z.object({ from: orNull(z.iso.date()), scheme: z.enum(vatSchemes) })),
      field: { label: 'Btw-regeling', format: 'own', form: own('registration'), card: null },
    },
    /** The scheme in force today. */
    vatScheme: shown(z.enum(vatSchemes)),
    paymentTerms: choice(paymentTerms, paymentTermsLabels, 'Kies een betaaltermijn', {
      label: 'Betaaltermijn',
      ...{ form: own('invoicing'), card: null },
    }),
    /** True when invoices may offer the 48-hour discount; true by default. */
    allows48HourDiscount: yesOrNo('flag', { label: '48-uurskorting', form: own('invoicing'), card: null }),
    /** Days after which silence counts as acceptance (rulings 51a); 14 by default. */
    acceptanceDays: {
      ...kept(z.int(), number),
      typed: z.int('Vul een heel getal in').min(1, 'Minstens 1 dag').max(90, 'Hoogstens 90 dagen').optional(),
      field: { label: 'Dagen tot stilzwijgend akkoord', format: 'count', form: own('invoicing'), card: null },
    },
    /**
     * Person whom the partner's invoices pay: an agent, caller or team leader. Agents and team leaders with
     * hasInvoiceAccess may see these invoices.
     */
    assignedAgentId: {
      ...reference('/api/users/agents'),
      field: { label: 'Toegewezen agent', format: 'own', form: own('invoicing'), card: null },
    },
    assignedAgent: shown(orNull(person)),
    /** Index key of the agent; `NOBODY` without one. */
    agentKey: stored(must),
    /** An inactive partner gets no new invoices. */
    isActive: yesOrNo('flag', { label: 'Actief', form: own('invoicing'), card: own('row') }),
    /** Signed agreement; the file is stored under its hash. */
    agreement: kept(orNull(Agreement), {
      type: 'map',
      properties: { date: must, filename: must, size: number, hash: must },
    }),
    /** Day on which the earliest agreement on file was signed; no invoice has an earlier date. */
    agreedSince: kept(orNull(z.iso.date()), optional),
    /** Number that is raised to end the links in all earlier mails about the partner's invoices. */
    linkGeneration: stored(optionalNumber),
    /**
     * Number of the partner's invoices and credit notes, cancelled ones included, counted without a new version of the
     * partner. Only a partner without any can be deleted.
     */
    invoiceCount: kept(z.int(), number),
    /** Date of the invoice that was made last; null before the first one. */
    lastInvoiceOn: kept(orNull(z.iso.date()), optional),
    /** Number that each issued invoice under the KOR raises, so that two at once cannot both pass its limit. */
    korInvoiceCount: stored(optionalNumber),
    /** Turnover of this year without VAT in euros, where the KOR is in force in it; null in lists and otherwise. */
    korTurnover: shown(orNull(KorTurnover)),
    /** Other partners with one of its numbers, which is a warning. */
    sharedNumbers: shown(z.array(SharedNumber)),
    createdBy: stored(must),
  },
)

/** Words and places of the fields of a partner. */
export const partnerFields = partner.fields
