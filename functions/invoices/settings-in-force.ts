import { InvoiceSettings, SETTINGS_ID, type SettingsRow } from '../company/service.ts'

/** Defaults of spec §9, with a company that is still to be filled in. */
export const byDefault: SettingsRow = {
  id: SETTINGS_ID,
  version: 0,
  companyName: '',
  address: '',
  postalCode: '',
  city: '',
  kvkNumber: '',
  vatNumber: '',
  bankAccount: '',
  defaultVatRate: 21,
  defaultVatRates: undefined,
  defaultPaymentTerms: '30_days',
  defaultDiscountPercentage: 3,
  emailTemplate: undefined,
  accountingEmail: undefined,
  autoSendToAccounting: true,
  checkVatNumbers: undefined,
  invoicePrefix: 'YDS',
  earlierPrefixes: undefined,
  ledgerAccounts: undefined,
  updatedBy: undefined,
}

/** Reads the invoice settings without checking rights; the defaults, with version 0, until somebody saves them. */
export async function settingsInForce(): Promise<SettingsRow> {
  const { data } = await InvoiceSettings.get({ id: SETTINGS_ID }).go({ consistent: true })
  return (data as SettingsRow | null) ?? byDefault
}
