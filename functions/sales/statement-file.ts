import { commissionStatusLabels } from '../../shared/contract/commissions.ts'
import { providerLabels } from '../../shared/contract/sales.ts'
import { type Cents, euros } from '../../shared/money.ts'
import { addDays, addMonths, type LocalDate } from '../../shared/time.ts'
import type { Cell } from '../export/cells.ts'
import { askedForFile, fileMade } from '../export/exported.ts'
import { toXlsx } from '../export/xlsx.ts'
import type { Caller } from '../platform/actor.ts'
import { fullName } from '../platform/user.ts'
import { statementRows } from './statements.ts'

const monthInWords = new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const header = ['Soort', 'Datum', 'Omschrijving', 'Provider', 'Als', 'Status', 'Bedrag']

/** The month of somebody within reach as a workbook; audited. 429 after 30 files in five minutes. */
export async function exportStatement(actor: Caller, whose: { userId?: string | undefined; month: string }) {
  const statement = await statementRows(actor, whose)
  await askedForFile(actor)
  const { permit, user, month } = statement
  const title = `Commissieoverzicht ${monthInWords.format(new Date(`${month}-01`))}`
  const bytes = await toXlsx(title, header, rowsOf(statement))
  await fileMade(permit, 'commission-statement', bytes, { userId: user.id, month })
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { bytes, contentType, filename: `${title} ${fullName(user)}.xlsx` }
}

/** What was earned, for information; then what adds up to what is paid and what is carried over. */
function rowsOf(statement: Awaited<ReturnType<typeof statementRows>>): Cell[][] {
  const { month, earned, paid, adjustments, carriedIn, payable, carriedOut } = statement
  const first = `${month}-01` as LocalDate
  const last = addDays(addMonths(first, 1), -1)
  const amount = (cents: number) => ({ amount: euros(cents as Cents) })
  return [
    ...earned.map((row) => [
      'Verdiend',
      { date: row.date },
      row.customerName,
      row.energyProvider ? providerLabels[row.energyProvider] : 'Afspraak',
      row.as === 'agent' ? 'Agent' : 'Caller',
      commissionStatusLabels[row.status],
      amount(row.amount),
    ]),
    ['Van vorige maand', { date: first }, '', '', '', '', amount(carriedIn)],
    ...paid.map((row) => ['Uitbetaald', { date: row.date }, row.customerName, '', '', '', amount(row.amount)]),
    ...adjustments.map((row) => ['Correctie', { date: row.date }, row.reason, '', '', '', amount(row.amount)]),
    ['Uit te betalen', { date: last }, '', '', '', '', amount(payable)],
    ['Te verrekenen met de volgende maand', { date: last }, '', '', '', '', amount(carriedOut)],
  ]
}
