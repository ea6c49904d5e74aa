import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { partners } from '../../../../shared/api/partners.ts'
import { type PaymentTerms, vatSchemeLabels } from '../../../../shared/api/parts/billing.ts'
import {
  formatIban,
  hasVatCheckDigits,
  isVat,
  normaliseIban,
  normaliseKvk,
  normaliseVat,
} from '../../../../shared/identifiers.ts'
import { missingFields } from '../../../../shared/partners/choices.ts'
import { partnerFields } from '../../../../shared/partners/record.ts'
import { AgreementForm, NewPartner, type Partner } from '../../../../shared/partners/schemas.ts'
import { formatDate, fullNameOf } from '../../../lib/format.ts'
import { differencesOf } from '../../../records/differences.ts'
import { formatFieldValue, formLabelsOf, formValuesOf } from '../../../records/field-values.ts'

const { maxBytes } = partners.setAgreement.upload

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
export type CheckedPartner = z.output<typeof PartnerForm>
export type PartnerFormOf = UseFormReturn<PartnerValues, unknown, CheckedPartner>

/** Returns the form values of a partner; for null those of a new partner with the given payment terms. */
export const valuesOf = (partner: Partner | null, defaultTerms: PaymentTerms = '30_days'): PartnerValues => ({
  ...formValuesOf<PartnerValues>(partnerFields, {
    ...{ vatSchemes: [{ from: null, scheme: 'normaal' }], paymentTerms: defaultTerms },
    ...{ legalForm: 'unknown', allows48HourDiscount: true, acceptanceDays: 14, isActive: true },
    ...partner,
  }),
  bankAccount: partner ? formatIban(partner.bankAccount) : '',
  date: '',
  file: null,
})

/** Returns the changed fields between two states of a partner, with the new value: `Plaats: Venlo`. */
export const findChangedFields = (before: Partner, after: Partner): string[] =>
  differencesOf(formLabelsOf(partnerFields), valuesOf(before), valuesOf(after), (name) => formatField(name, after))

function formatField(name: keyof typeof partnerFields, partner: Partner): string {
  if (name === 'vatSchemes') return partner.vatSchemes.map(schemeText).join(', ')
  if (name === 'assignedAgentId') return partner.assignedAgent ? fullNameOf(partner.assignedAgent) : 'niemand'
  return formatFieldValue(partnerFields[name], partner[name])
}

/** Formats a VAT scheme as `Kleineondernemersregeling vanaf 01-01-2027`. */
const schemeText = ({ from, scheme }: Partner['vatSchemes'][number]) =>
  from ? `${vatSchemeLabels[scheme]} vanaf ${formatDate(from)}` : vatSchemeLabels[scheme]

/**
 * Returns a warning for a VAT number with wrong check digits. It is no error, because partners with such numbers exist
 * (rulings 49). Undefined for a correct number, and for a text that is no VAT number.
 */
export function warnOfVatNumber(text: string): string | undefined {
  const number = normaliseVat(text)
  return isVat(number) && !hasVatCheckDigits(number)
    ? 'De controlecijfers van dit btw-nummer kloppen niet. Kijk het na.'
    : undefined
}

const numbers = { kvkNumber: normaliseKvk, vatNumber: normaliseVat, bankAccount: normaliseIban } as const

/** Names of a partner's numbers, as used within a sentence. */
const numberNames = { kvkNumber: 'KvK-nummer', vatNumber: 'btw-nummer', bankAccount: 'IBAN' } as const

/**
 * Returns a warning when another partner has the same number (`name`: KvK, VAT or IBAN); undefined otherwise. It is no
 * error, because an owner may have several companies.
 */
export function warnOfDuplicateNumber(
  name: keyof typeof numbers,
  text: string,
  partner: Pick<Partner, 'id'> | null,
  partners: readonly Partner[],
): string | undefined {
  if (!text.trim()) return undefined
  const number = numbers[name](text)
  const other = partners.find((one) => one.id !== partner?.id && numbers[name](one[name]) === number)
  return other && `${other.name} heeft dit ${numberNames[name]} ook. Kijk het na.`
}

const required = ['name', 'email', 'address', 'postalCode', 'city', 'kvkNumber', 'vatNumber', 'bankAccount'] as const

const wrong: readonly (readonly [keyof PartnerValues, string])[] = [
  ['email', 'Ongeldig e-mailadres'],
  ['kvkNumber', 'Ongeldig KvK-nummer'],
  ['vatNumber', 'Ongeldig btw-nummer'],
  ['bankAccount', 'Ongeldig IBAN nummer'],
]

/**
 * Returns the title and message above a partner form in which a required field is empty, or e-mail address, KvK-nummer,
 * btw-nummer or IBAN is wrong (spec §5). Null for other errors, which only their fields show.
 */
export function describeRefusal(errors: Partial<Record<keyof PartnerValues, unknown>>, values: Partial<PartnerValues>) {
  if (required.some((name) => errors[name] && !values[name]?.trim())) return missingFields
  const found = wrong.find(([name]) => errors[name])
  return found ? { title: found[1], message: null } : null
}
