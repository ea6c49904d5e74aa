import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { paymentTermsLabels } from '../../../../shared/api/parts/billing.ts'
import type { Settings, SettingsForm } from '../../../../shared/api/schemas/invoice-settings.ts'
import { formatIban } from '../../../../shared/identifiers.ts'
import { formatDate } from '../../../lib/format.ts'
import { differencesOf } from '../../../records/differences.ts'

export type SettingsValues = z.input<typeof SettingsForm>
export type CheckedSettings = z.output<typeof SettingsForm>
export type SettingsFormOf = UseFormReturn<SettingsValues, unknown, CheckedSettings>

/** Labels of the fields of the settings form, in order. */
export const settingLabels = {
  companyName: 'Bedrijfsnaam',
  kvkNumber: 'KvK-nummer',
  address: 'Adres',
  postalCode: 'Postcode',
  city: 'Plaats',
  vatNumber: 'Btw-nummer',
  bankAccount: 'IBAN',
  checkVatNumbers: 'Btw-nummers controleren bij VIES',
  invoicePrefix: 'Prefix',
  nextInvoiceNumber: 'Volgend nummer',
  defaultVatRate: 'Btw van vandaag',
  defaultVatRates: 'Btw van nieuwe regels',
  defaultPaymentTerms: 'Betaaltermijn',
  defaultDiscountPercentage: '48-uurskorting',
  emailTemplate: 'Tekst van de e-mail aan partners',
  accountingEmail: 'E-mail van de boekhouding',
  autoSendToAccounting: 'Automatisch naar de boekhouding',
  ledgerAccounts: 'Rekeningen van het journaal',
} as const satisfies Record<keyof SettingsValues, string>

/** Returns the form values of the self-billing settings. */
export const valuesOf = ({
  version: _,
  isVatNumberDoubtful: __,
  updatedBy: ___,
  ...settings
}: Settings): SettingsValues => ({
  ...settings,
  bankAccount: formatIban(settings.bankAccount),
  emailTemplate: settings.emailTemplate ?? '',
  accountingEmail: settings.accountingEmail ?? '',
})

/** Returns the changed fields between two states of the settings, with the new value: `Plaats: Venlo`. */
export const findChangedFields = (before: Settings, after: Settings): string[] =>
  differencesOf(settingLabels, before, after, (name) => formatField(name, after))

function formatField(name: keyof typeof settingLabels, settings: Settings): string {
  if (name === 'defaultPaymentTerms') return paymentTermsLabels[settings.defaultPaymentTerms]
  if (name === 'ledgerAccounts') return settings.ledgerAccounts.map(({ number }) => number).join(', ')
  if (name === 'defaultVatRates') {
    return settings.defaultVatRates
      .map(({ from, rate }) => (from ? `${rate} % vanaf ${formatDate(from)}` : `${rate} %`))
      .join(', ')
  }
  const value = settings[name]
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  return String(value ?? 'leeg')
}
