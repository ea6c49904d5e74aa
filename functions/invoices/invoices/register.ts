import type { InvoiceType } from '../../../shared/api/parts/billing.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { readAll } from '../../platform/data/rows.ts'
import { readLastNumber } from '../numbers.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { type InvoiceRow, Invoices } from './entity.ts'
import { isRefused } from './rules.ts'

/** A number of a series with the document that has it; amounts in signed cents. */
export interface NumberedDocument {
  readonly number: string
  /** Undefined for a number that no document has. */
  readonly type: InvoiceType | undefined
  readonly date: LocalDate | undefined
  readonly partnerName: string
  readonly amount: number
  readonly vat: number
  /** Dutch word for what became of the number. */
  readonly state: string
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/**
 * Lists each number of the series with these prefixes in a year, from 1 to the last one used; checks no rights. A number without a
 * document was skipped: the settings raised the next number.
 */
export async function readRegister(year: string, prefixes: readonly string[]): Promise<NumberedDocument[]> {
  const [partners, ...months] = await Promise.all([
    readAll<PartnerRow>(Partners.query.byName({})),
    ...MONTHS.map((month) => readAll<InvoiceRow>(Invoices.query.byMonth({ month: `${year}-${month}` }) as never)),
  ])
  const names = new Map(partners.map(({ id, name }) => [id, name]))
  const documents = new Map(months.flat().map((row) => [row.invoiceNumber, documentOf(row, names)]))
  const last = await Promise.all(prefixes.map((prefix) => readLastNumber(prefix, year)))
  return prefixes.flatMap((prefix, at) =>
    Array.from({ length: last[at] ?? 0 }, (_, index) => {
      const number = `${prefix}-${year}-${String(index + 1).padStart(4, '0')}`
      return documents.get(number) ?? skipped(number)
    }),
  )
}

const skipped = (number: string): NumberedDocument => ({
  ...{ number, type: undefined, date: undefined, partnerName: '', amount: 0, vat: 0, state: 'Overgeslagen' },
})

const documentOf = (row: InvoiceRow, names: ReadonlyMap<string, string>): NumberedDocument => ({
  ...{ number: row.invoiceNumber, type: row.type, date: row.invoiceDate as LocalDate },
  partnerName: row.supplier?.name ?? names.get(row.partnerCompanyId) ?? 'Onbekend',
  ...{ amount: row.amount, vat: row.vatAmount, state: stateOf(row) },
})

function stateOf(row: InvoiceRow): string {
  if (row.status === 'cancelled') return 'Geannuleerd'
  if (row.sentAt === undefined) return 'Concept'
  return isRefused(row) ? 'Geweigerd' : 'Uitgereikt'
}
