import { type Cents, euros, wholeCents } from '../../../shared/money.ts'
import { addDays, addMonths, type LocalDate, monthText } from '../../../shared/time.ts'
import type { Cell } from '../../export/cells.ts'
import { toXlsx } from '../../export/xlsx.ts'
import { type Adjustment, type Statement, totalsOf } from './statement.ts'

const header = ['Soort', 'Datum', 'Omschrijving', 'Provider', 'Als', 'Status', 'Bedrag']

/**
 * Writes a statement of a person's month as a workbook of one sheet: opening amount, earnings, corrections, settlements
 * and closing amount.
 */
export async function createStatementXlsx(statement: Statement): Promise<Uint8Array> {
  const { month, carriedIn, earned, paid, adjustments, byInvoice } = statement
  const { carriedOut } = totalsOf(statement)
  const first = `${month}-01` as LocalDate
  const last = addDays(addMonths(first, 1), -1)
  const line = (kind: string, date: LocalDate, text: string, amount: Cents, status = ''): Cell[] => [
    kind,
    { date },
    text,
    '',
    '',
    status,
    { amount: euros(amount) },
  ]
  const rows: Cell[][] = [
    line('Open aan het begin', first, '', carriedIn),
    ...earned.map(({ date, customer, provider, role, status, amount }) => [
      'Verdiend',
      { date },
      customer,
      provider ?? 'Afspraak',
      role,
      status,
      { amount: euros(amount) },
    ]),
    ...adjustments.map((row) => line('Correctie', row.date, reasonOf(row), row.amount)),
    ...paid.map(({ date, customer, amount }) => line('Uitbetaald', date, customer, minus(amount))),
    ...byInvoice.paid.map(({ date, customer, amount, invoice }) =>
      line('Via factuur', date, customer, minus(amount), invoice),
    ),
    ...byInvoice.adjustments.map((row) => line('Via factuur', row.date, reasonOf(row), minus(row.amount), row.invoice)),
    line('Open aan het eind', last, '', carriedOut),
  ]
  return toXlsx(monthText(month), header, rows)
}

/** Returns a settled amount with its sign turned, as it lowers the open amount. */
const minus = (amount: Cents): Cents => wholeCents(-amount)

const reasonOf = ({ reason, customer }: Adjustment) => (customer === null ? reason : `${reason} (${customer})`)
