import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import {
  AgreementForm,
  missingFields,
  NewPartner,
  type Partner,
  type PaymentTerms,
  paymentTermsLabels,
  vatSchemeLabels,
} from '../../../../shared/contract/schemas/partners.ts'
import { selfBilling } from '../../../../shared/contract/self-billing.ts'
import {
  formatIban,
  hasVatCheckDigits,
  isVat,
  normaliseIban,
  normaliseKvk,
  normaliseVat,
} from '../../../../shared/identifiers.ts'
import { formatDate, fullName } from '../../../lib/format.ts'
import { differencesOf } from '../../../records/differences.ts'

const { maxBytes } = selfBilling.setAgreement.upload

/** Schema of the partner form with its agreement: both date and file, or neither. */
export const PartnerForm = NewPartner.extend({
  date: z.union([z.literal(''), AgreementForm.shape.date]),
  file: z.custom<File | null>().refine((file) => (file?.size ?? 0) <= maxBytes, 'Kies een PDF van maximaal 4 MB'),
})
  .refine(({ date, file }) => !file || date, {
    path: ['date'],
    message: 'Vul in wanneer de overeenkomst is getekend',
    when: () => true,
  })
  .refine(({ date, file }) => file || !date, {
    path: ['file'],
    message: 'Kies de PDF van de overeenkomst',
    when: () => true,
  })
export type PartnerValues = z.input<typeof PartnerForm>
export type PartnerFormOf = UseFormReturn<PartnerValues, unknown, z.output<typeof PartnerForm>>

/** Labels of the fields, in the order of the form. */
export const fieldLabels = {
  name: 'Bedrijfsnaam',
  contactPerson: 'Contactpersoon',
  email: 'E-mail',
  phone: 'Telefoon',
  address: 'Adres',
  postalCode: 'Postcode',
  city: 'Plaats',
  kvkNumber: 'KvK nummer',
  vatNumber: 'BTW nummer',
  bankAccount: 'IBAN',
  vatSchemes: 'Btw-regeling',
  paymentTerms: 'Betaaltermijn',
  allows48HourDiscount: '48-uur Betalingskorting',
  acceptanceDays: 'Dagen tot stilzwijgend akkoord',
  assignedAgentId: 'Toegewezen agent',
  isActive: 'Actief',
} as const satisfies Partial<Record<keyof PartnerValues, string>>

/** Returns the form values of a partner; for null those of a new one with the given terms. */
export const valuesOf = (partner: Partner | null, defaultTerms: PaymentTerms = '30_days'): PartnerValues => ({
  name: partner?.name ?? '',
  contactPerson: partner?.contactPerson ?? '',
  email: partner?.email ?? '',
  phone: partner?.phone ?? '',
  address: partner?.address ?? '',
  postalCode: partner?.postalCode ?? '',
  city: partner?.city ?? '',
  kvkNumber: partner?.kvkNumber ?? '',
  vatNumber: partner?.vatNumber ?? '',
  bankAccount: partner ? formatIban(partner.bankAccount) : '',
  vatSchemes: partner?.vatSchemes ?? [{ from: null, scheme: 'normaal' }],
  paymentTerms: partner?.paymentTerms ?? defaultTerms,
  allows48HourDiscount: partner?.allows48HourDiscount ?? true,
  acceptanceDays: partner?.acceptanceDays ?? 14,
  assignedAgentId: partner?.assignedAgentId ?? '',
  isActive: partner?.isActive ?? true,
  date: '',
  file: null,
})

/** Returns the differences between two states of a partner, as `Plaats: Venlo`. */
export const differences = (before: Partner, after: Partner): string[] =>
  differencesOf(fieldLabels, valuesOf(before), valuesOf(after), (name) => shown(name, after))

function shown(name: keyof typeof fieldLabels, partner: Partner): string {
  const value = partner[name]
  switch (name) {
    case 'vatSchemes':
      return partner.vatSchemes.map(schemeText).join(', ')
    case 'paymentTerms':
      return paymentTermsLabels[partner.paymentTerms]
    case 'assignedAgentId':
      return partner.assignedAgent ? fullName(partner.assignedAgent) : 'niemand'
    default:
      return typeof value === 'boolean' ? (value ? 'ja' : 'nee') : String(value ?? 'leeg')
  }
}

/** Formats a VAT scheme as `Kleineondernemersregeling vanaf 01-01-2027`. */
const schemeText = ({ from, scheme }: Partner['vatSchemes'][number]) =>
  from ? `${vatSchemeLabels[scheme]} vanaf ${formatDate(from)}` : vatSchemeLabels[scheme]

/** Returns a warning for a VAT number with wrong check digits; not an error, since such numbers exist (rulings 49). */
export function vatWarning(text: string): string | undefined {
  const number = normaliseVat(text)
  return isVat(number) && !hasVatCheckDigits(number)
    ? 'De controlecijfers van dit BTW nummer kloppen niet. Kijk het na.'
    : undefined
}

const numbers = { kvkNumber: normaliseKvk, vatNumber: normaliseVat, bankAccount: normaliseIban } as const

/**
 * Warns about another partner with the same number; not an error, as an owner may have several companies (rulings 51c).
 */
export function sameWarning(
  name: keyof typeof numbers,
  text: string,
  partner: Pick<Partner, 'id'> | null,
  partners: readonly Partner[],
): string | undefined {
  if (!text.trim()) return undefined
  const number = numbers[name](text)
  const other = partners.find((one) => one.id !== partner?.id && numbers[name](one[name]) === number)
  return other && `${other.name} heeft dit ${fieldLabels[name]} ook. Kijk het na.`
}

const required = ['name', 'email', 'address', 'postalCode', 'city', 'kvkNumber', 'vatNumber', 'bankAccount'] as const

const wrong: readonly (readonly [keyof PartnerValues, string])[] = [
  ['email', 'Ongeldig e-mailadres'],
  ['kvkNumber', 'Ongeldig KvK nummer'],
  ['vatNumber', 'Ongeldig BTW nummer'],
  ['bankAccount', 'Ongeldig IBAN nummer'],
]

/** Returns the title and text over a refused form (spec §5); null when the fields show everything. */
export function refusalOf(errors: Partial<Record<keyof PartnerValues, unknown>>, values: Partial<PartnerValues>) {
  if (required.some((name) => errors[name] && !values[name]?.trim())) return missingFields
  const found = wrong.find(([name]) => errors[name])
  return found ? { title: found[1], message: null } : null
}
