import { InvoiceSettings, type SettingsRow } from '../company/service.ts'
import { settingsOf } from '../records/settings.ts'
import { storeOwnNumbers } from './company-numbers.ts'
import { byDefault } from './settings-in-force.ts'

/** Functions that read and change the invoice settings. */
export const settings = settingsOf<SettingsRow>({
  ...{ type: 'self-billing-settings', entity: InvoiceSettings, action: 'self-billing:manage', byDefault },
  alongside: storeOwnNumbers,
})

export { settingsInForce } from './settings-in-force.ts'

/** Returns the present prefix of our invoice numbers and the earlier ones. */
export const prefixesOf = ({ invoicePrefix, earlierPrefixes = [] }: SettingsRow): string[] => [
  ...new Set([invoicePrefix, ...earlierPrefixes]),
]
