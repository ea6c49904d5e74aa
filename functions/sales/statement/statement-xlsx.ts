import { type Cents, euros } from '../../../shared/money.ts'
import { addDays, addMonths, type LocalDate } from '../../../shared/time.ts'
import type { Cell } from '../../export/cells.ts'
import { toXlsx } from '../../export/xlsx.ts'
import { type Adjustment, monthText, type Statement, totalsOf } from './statement.ts'

const header = ['Soort', 'Datum', 'Omschrijving', 'Provider', 'Als', 'Status', 'Bedrag']

/**
 * A statement as a workbook of one sheet: what was earned, then what adds up to what payroll pays and what is
 * carried over, then what invoices paid and net.
 */
export async function statementXlsx(statement: Statement): Promise<Uint8Array> {
  const { month, carriedIn, earned, paid, adjustments, byInvoice } = statement
  const { payable, carriedOut } = totalsOf(statement)
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
    ...earned.map(({ date, customer, provider, role, status, amount }) => [
      'Verdiend',
      { date },
      customer,
      provider ?? 'Afspraak',
      role,
      status,
      { amount: euros(amount) },
    ]),
    line('Van vorige maand', first, '', carriedIn),
    ...paid.map(({ date, customer, amount }) => line('Uitbetaald', date, customer, amount)),
    ...adjustments.map((row) => line('Correctie', row.date, reasonOf(row), row.amount)),
    line('Uit te betalen', last, '', payable),
    line('Te verrekenen met de volgende maand', last, '', carriedOut),
    ...byInvoice.paid.map(({ date, customer, amount, invoice }) =>
      line('Uitbetaald via factuur', date, customer, amount, invoice ?? ''),
    ),
    ...byInvoice.adjustments.map((row) =>
      line('Correctie via factuur', row.date, reasonOf(row), row.amount, row.invoice ?? ''),
    ),
  ]
  return toXlsx(monthText(month), header, rows)
}

const reasonOf = ({ reason, customer }: Adjustment) => (customer === null ? reason : `${reason} (${customer})`)
