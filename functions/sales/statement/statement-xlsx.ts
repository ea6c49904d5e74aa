import { euros, wholeCents } from '../../../shared/money.ts'
import { addDays, addMonths, type LocalDate } from '../../../shared/time.ts'
import type { Cell } from '../../export/cells.ts'
import { toXlsx } from '../../export/xlsx.ts'
import { monthText, type Statement, totalsOf } from './statement.ts'

const header = ['Soort', 'Datum', 'Omschrijving', 'Provider of sale', 'Rol', 'Bedrag']

/** A statement as a workbook of one sheet, every row with its sign, so that the amounts add up to the last. */
export async function statementXlsx(statement: Statement): Promise<Uint8Array> {
  const { month, brought, earned, adjustments, payments } = statement
  const first = `${month}-01` as LocalDate
  const last = addDays(addMonths(first, 1), -1)
  const rows: Cell[][] = [
    ['Van vorige maand', { date: first }, '', '', '', { amount: euros(brought) }],
    ...earned.map(({ date, customer, provider, role, amount }) => [
      'Verdiend',
      { date },
      customer,
      provider ?? 'Afspraak',
      role,
      { amount: euros(amount) },
    ]),
    ...adjustments.map(({ date, reason, sale, amount }) => [
      'Correctie',
      { date },
      reason,
      sale,
      '',
      { amount: euros(amount) },
    ]),
    ...payments.map(({ date, description, amount }) => [
      'Uitbetaald',
      { date },
      description,
      '',
      '',
      { amount: euros(wholeCents(-amount)) },
    ]),
    ['Over te dragen', { date: last }, '', '', '', { amount: euros(totalsOf(statement).carried) }],
  ]
  return toXlsx(monthText(month), header, rows)
}
