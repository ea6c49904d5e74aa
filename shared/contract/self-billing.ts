import * as z from 'zod'
import { created, domain, file, idParam, none, ok, page, paging } from './endpoint.ts'
import { lines, optionalEmail, orNull, requiredText } from './fields.ts'
import { percentage, vatRate } from './invoices.ts'
import {
  Agreement,
  AgreementForm,
  bankAccount,
  companyAddress,
  kvkNumber,
  NewPartner,
  Partner,
  PartnerChange,
  PartnerFilter,
  paymentTerms,
  vatNumber,
} from './partners.ts'

/** The series of credit notes, which no prefix of invoices may be (rulings 45). */
export const CREDIT_PREFIX = 'YDC'

/** What our side of the invoices says, and how they are made (spec §3, rulings 43, 49). */
export const SettingsForm = z.object({
  companyName: requiredText('Bedrijfsnaam is verplicht'),
  ...companyAddress,
  kvkNumber,
  vatNumber,
  bankAccount,
  /** Of new lines. */
  defaultVatRate: vatRate,
  defaultPaymentTerms: z.enum(paymentTerms, 'Kies een betaaltermijn'),
  /** Of invoices with the 48-hour discount. */
  defaultDiscountPercentage: percentage,
  /** What the mail to a partner says before its lines. */
  emailTemplate: lines(2000),
  accountingEmail: optionalEmail,
  autoSendToAccounting: z.boolean(),
  invoicePrefix: z
    .string('Prefix is verplicht')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{1,10}$/, 'Gebruik 1 tot 10 hoofdletters, cijfers of streepjes')
    .refine((prefix) => prefix !== CREDIT_PREFIX, `${CREDIT_PREFIX} is van de creditfacturen`)
    .meta({ examples: ['YDS', 'YDS-A'] }),
  /** Of the current year; it only moves up, a lower one is a 422. What it is when absent. */
  nextInvoiceNumber: z.int('Vul een heel getal in').min(1, 'Vul een getal van 1 of meer in').max(999_999).optional(),
})
export type SettingsForm = z.output<typeof SettingsForm>

/** The settings in force; the company is null-free but empty until somebody filled it in. */
export const Settings = z.object({
  companyName: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  kvkNumber: z.string(),
  vatNumber: z.string(),
  /** Its check digits are wrong: a warning. */
  isVatNumberDoubtful: z.boolean(),
  bankAccount: z.string(),
  defaultVatRate: vatRate,
  defaultPaymentTerms: z.enum(paymentTerms),
  defaultDiscountPercentage: z.number(),
  emailTemplate: orNull(z.string()),
  accountingEmail: orNull(z.string()),
  autoSendToAccounting: z.boolean(),
  invoicePrefix: z.string(),
  nextInvoiceNumber: z.int(),
  /** Who changed them last. */
  updatedBy: orNull(z.string()),
})
export type Settings = z.output<typeof Settings>

export const selfBilling = domain({
  partners: {
    summary: 'Partner companies, by name',
    method: 'GET',
    path: '/api/self-billing/partners',
    allow: 'self-billing:manage',
    query: PartnerFilter.extend(paging),
    result: page(Partner),
  },
  partner: {
    summary: 'One partner company',
    method: 'GET',
    path: '/api/self-billing/partners/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(Partner),
  },
  createPartner: {
    summary: 'Add a partner company; its numbers are stored in their normal form (rulings 49)',
    method: 'POST',
    path: '/api/self-billing/partners',
    allow: 'self-billing:manage',
    idempotent: true,
    body: NewPartner,
    result: created(Partner),
  },
  updatePartner: {
    summary: 'Change a partner company; a lost update is a 409. What was sent already stays as it is',
    method: 'PATCH',
    path: '/api/self-billing/partners/{id}',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    body: PartnerChange,
    result: ok(Partner),
  },
  removePartner: {
    summary: 'Delete a partner company that has no invoices; with any it is a 409',
    method: 'DELETE',
    path: '/api/self-billing/partners/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: none,
  },
  setAgreement: {
    summary: 'The self-billing agreement with a partner, its date and PDF; it replaces an earlier one (rulings 50)',
    method: 'PUT',
    path: '/api/self-billing/partners/{id}/agreement',
    allow: 'self-billing:manage',
    params: idParam,
    body: AgreementForm,
    upload: { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: ['.pdf'] },
    result: ok(Agreement),
  },
  agreement: {
    summary: 'The self-billing agreement with a partner, as it was uploaded',
    method: 'GET',
    path: '/api/self-billing/partners/{id}/agreement',
    allow: 'self-billing:manage',
    params: idParam,
    result: file('application/pdf'),
  },
  settings: {
    summary: 'Our company on invoices, and how they are made',
    method: 'GET',
    path: '/api/self-billing/settings',
    allow: 'self-billing:manage',
    result: ok(Settings),
  },
  changeSettings: {
    summary: 'Change them; a next number that is lower than it stands is a 422 (rulings 43)',
    method: 'PUT',
    path: '/api/self-billing/settings',
    allow: 'self-billing:manage',
    body: SettingsForm,
    result: ok(Settings),
  },
})
