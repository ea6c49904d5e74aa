import { type Cents, euros } from '../../../shared/money.ts'
import { addDays, addMonths, type LocalDate } from '../../../shared/time.ts'
import type { Cell } from '../../export/cells.ts'
import { toXlsx } from '../../export/xlsx.ts'
import { monthText, type Statement, totalsOf } from './statement.ts'

const header = ['Soort', 'Datum', 'Omschrijving', 'Provider', 'Als', 'Status', 'Bedrag']

/** A statement as a workbook of one sheet: what was earned, then what adds up to what is paid and what is carried over. */
export async function statementXlsx(statement: Statement): Promise<Uint8Array> {
  const { month, carriedIn, earned, paid, adjustments } = statement
  const { payable, carriedOut } = totalsOf(statement)
  const first = `${month}-01` as LocalDate
  const last = addDays(addMonths(first, 1), -1)
  const line = (kind: string, date: LocalDate, text: string, amount: Cents): Cell[] => [
    kind,
    { date },
    text,
    '',
    '',
    '',
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
    ...adjustments.map(({ date, reason, customer, amount }) =>
      line('Correctie', date, customer === null ? reason : `${reason} (${customer})`, amount),
    ),
    line('Uit te betalen', last, '', payable),
    line('Te verrekenen met de volgende maand', last, '', carriedOut),
  ]
  return toXlsx(monthText(month), header, rows)
}
