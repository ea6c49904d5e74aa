import type { EntityItem } from 'electrodb'
import { paymentTerms } from '../../shared/api/parts/billing.ts'
import type { VatRate } from '../../shared/invoices/choices.ts'
import type { DatedRate } from '../../shared/invoicing/vat-schemes.ts'
import { accounts } from '../../shared/ledger/accounts.ts'
import { defaultLedgerAccounts, type LedgerAccount } from '../../shared/ledger/general-ledger.ts'
import type { Whole } from '../../shared/whole.ts'
import { defineEntity, must, number, primary, text } from '../platform/data/table.ts'

/**
 * Our company and the settings of its invoices; absent until somebody fills them in.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const InvoiceSettings = defineEntity('invoicesettings', {
  attributes: {
    id: must,
    version: number,
    companyName: must,
    address: must,
    postalCode: must,
    city: must,
    kvkNumber: must,
    vatNumber: must,
    bankAccount: must,
    defaultVatRate: number,
    /** Default VAT rates by day of supply, in the order of their first days; absent while the rate never changed. */
    defaultVatRates: {
      type: 'list',
      items: { type: 'map', properties: { from: text, rate: { type: 'number', required: true } } },
    },
    defaultPaymentTerms: { type: paymentTerms, required: true },
    defaultDiscountPercentage: number,
    emailTemplate: text,
    accountingEmail: text,
    autoSendToAccounting: { type: 'boolean', required: true },
    /** True when VIES is asked about the VAT numbers of partners. */
    checkVatNumbers: { type: 'boolean' },
    invoicePrefix: must,
    /** Prefixes of earlier invoice numbers. */
    earlierPrefixes: { type: 'list', items: { type: 'string' } },
    /** Account and RGS code of each account of the book; absent until somebody chooses them. */
    ledgerAccounts: {
      type: 'list',
      items: { type: 'map', properties: { account: { type: accounts, required: true }, number: must, rgs: must } },
    },
    /** Id of the last editor; the name is looked up, so that it follows renames. */
    updatedBy: text,
  },
  indexes: { primary: primary('invoicesettings#${id}', 'invoicesettings') },
})
type Stored = EntityItem<typeof InvoiceSettings>

/** A default VAT rate as it is stored; the first has no day. */
export interface StoredRate extends DatedRate {
  readonly from?: string | undefined
}
export type SettingsRow = Whole<Omit<Stored, 'defaultVatRates' | 'ledgerAccounts'>> & {
  readonly defaultVatRate: VatRate
  readonly defaultVatRates: StoredRate[] | undefined
  readonly ledgerAccounts: LedgerAccount[] | undefined
}

/** Id of the only row of these settings. */
export const SETTINGS_ID = 'self-billing'

/** Returns our company's name for documents, or 'Partnerview' until it is entered in the settings. */
export async function readCompanyName(): Promise<string> {
  const { data } = await InvoiceSettings.get({ id: SETTINGS_ID }).go()
  return data?.companyName || 'Partnerview'
}

/** Reads our company and its accounts of the general ledger; the company is null until it is entered in the settings. */
export async function readBookkeepingSettings() {
  const { data: company } = await InvoiceSettings.get({ id: SETTINGS_ID }).go()
  return { company, ledgerAccounts: company?.ledgerAccounts ?? defaultLedgerAccounts }
}
