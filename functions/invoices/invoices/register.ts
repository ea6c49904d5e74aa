import type { InvoiceType } from '../../../shared/api/parts/billing.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { readAll } from '../../platform/data/rows.ts'
import { readLastNumber } from '../numbers.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { type InvoiceRow, Invoices } from './entity.ts'
import { isRefused } from './rules.ts'

/** A number of a series with its document, or numbers that no document has; amounts in signed cents. */
export interface NumberedDocument {
  readonly number: string
  /** Undefined for numbers that no document has. */
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
 * Lists each number of the series with these prefixes in a year, from 1 to the last one used; checks no rights. Numbers
 * that the settings skipped are one row together.
 */
export async function readRegister(year: string, prefixes: readonly string[]): Promise<NumberedDocument[]> {
  const [partners, ...months] = await Promise.all([
    readAll<PartnerRow>(Partners.query.byName({})),
    ...MONTHS.map((month) => readAll<InvoiceRow>(Invoices.query.byMonth({ month: `${year}-${month}` }) as never)),
  ])
  const names = new Map(partners.map(({ id, name }) => [id, name]))
  const documents = months.flat().map((row) => documentOf(row, names))
  const series = prefixes.map(async (prefix) => {
    const start = `${prefix}-${year}-`
    const own = documents.filter(({ number }) => number.startsWith(start))
    return withoutGaps(start, own, await readLastNumber(prefix, year))
  })
  return (await Promise.all(series)).flat()
}

/** Returns the documents of a series by number, with a row for each gap up to the last number. */
function withoutGaps(start: string, documents: readonly NumberedDocument[], last: number): NumberedDocument[] {
  const rows: NumberedDocument[] = []
  let next = 1
  const skipTo = (end: number) => {
    if (end > next) rows.push(buildSkippedRow(nameNumber(start, next), nameNumber(start, end - 1)))
    next = end + 1
  }
  const counted = documents.map((document) => ({ document, count: Number(document.number.slice(start.length)) }))
  for (const { document, count } of counted.toSorted((one, other) => one.count - other.count)) {
    skipTo(count)
    rows.push(document)
  }
  skipTo(last + 1)
  return rows
}

const nameNumber = (start: string, count: number) => `${start}${String(count).padStart(4, '0')}`

const buildSkippedRow = (first: string, last: string): NumberedDocument => ({
  ...{ number: first === last ? first : `${first} t/m ${last}`, type: undefined, date: undefined },
  ...{ partnerName: '', amount: 0, vat: 0, state: 'Overgeslagen' },
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
