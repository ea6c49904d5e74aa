import { invoiceTypeLabels } from '../../shared/api/parts/billing.ts'
import { CREDIT_PREFIX } from '../../shared/api/schemas/invoice-settings.ts'
import { unprocessable } from '../../shared/errors.ts'
import { inEuros } from '../../shared/money.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { readBookkeepingSettings } from '../company/service.ts'
import type { Column } from '../export/cells.ts'
import { type Exported, exportList } from '../export/export-list.ts'
import { type NumberedDocument, readRegister } from '../invoices/registry.ts'
import type { Caller } from '../platform/actor.ts'

/** Number of past years whose register can be read. */
const YEARS_BACK = 7

const columns: readonly Column<NumberedDocument>[] = [
  { header: 'Nummer', value: ({ number }) => number },
  { header: 'Soort', value: ({ type }) => (type ? invoiceTypeLabels[type] : '') },
  { header: 'Datum', value: ({ date }) => (date ? { date } : '') },
  { header: 'Partner', value: ({ partnerName }) => partnerName },
  { header: 'Excl. btw', value: ({ amount }) => ({ amount: inEuros(amount) }) },
  { header: 'Btw', value: ({ vat }) => ({ amount: inEuros(vat) }) },
  { header: 'Incl. btw', value: ({ amount, vat }) => ({ amount: inEuros(amount + vat) }) },
  { header: 'Staat', value: ({ state }) => state },
]

/**
 * Exports all numbers of invoices and credit notes of a year, without gaps: those of issued, refused, cancelled and
 * concept documents, and numbers that the settings skipped. Throws 422 for a year too far away and above the limits of
 * one file, 429 after 30 files in five minutes.
 */
export const exportRegister = (actor: Caller, query: Exported<{ readonly year: string }>) =>
  exportList<NumberedDocument>(actor, query, {
    ...{ action: 'self-billing:manage', entity: 'register', plural: 'nummers', sheet: 'Register', columns },
    rows: async ({ rows: most, tooMany }) => {
      const { year } = query
      const thisYear = Number(localDateOf(now()).slice(0, 4))
      if (Number(year) > thisYear + 1 || Number(year) < thisYear - YEARS_BACK) {
        throw unprocessable('Kies een jaar van de afgelopen zeven jaar', 'year')
      }
      const { company } = await readBookkeepingSettings()
      const own = company ? [company.invoicePrefix, ...(company.earlierPrefixes ?? [])] : []
      const numbers = await readRegister(year, [...own.toSorted(), CREDIT_PREFIX])
      if (numbers.length > most) throw tooMany('rows')
      return numbers
    },
  })
