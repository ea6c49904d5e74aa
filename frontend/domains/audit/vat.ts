import { vatSchemeLabels } from '../../../shared/api/parts/billing.ts'
import { formatCents, formatLabel, formatNested, formatPercentage } from '../../records/audit-words.ts'

/** Formats amounts by VAT scheme and rate, as invoices and their payments hold them. */
export const formatVatShares = formatNested({
  vatRate: ['Btw', formatPercentage],
  vatScheme: ['Btw-regeling', formatLabel(vatSchemeLabels)],
  base: ['Bedrag', formatCents],
  vatAmount: ['Btw-bedrag', formatCents],
})
