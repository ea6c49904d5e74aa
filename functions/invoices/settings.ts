import { InvoiceSettings, SETTINGS_ID, type SettingsRow } from '../company/service.ts'
import { settingsOf } from '../records/settings.ts'
import { storeOwnNumbers } from './company-numbers.ts'

/** Defaults of spec §9, with a company that is still to be filled in. */
const byDefault: SettingsRow = {
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

/** Functions that read and change the invoice settings. */
export const settings = settingsOf<SettingsRow>({
  ...{ type: 'self-billing-settings', entity: InvoiceSettings, action: 'self-billing:manage', byDefault },
  alongside: storeOwnNumbers,
})
/** Reads the invoice settings without checking rights; the defaults, with version 0, until somebody saves them. */
export const { inForce: settingsInForce } = settings

/** Returns the present prefix of our invoice numbers and the earlier ones. */
export const prefixesOf = ({ invoicePrefix, earlierPrefixes = [] }: SettingsRow): string[] => [
  ...new Set([invoicePrefix, ...earlierPrefixes]),
]
