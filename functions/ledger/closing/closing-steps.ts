import type { ClosingStep } from '../../../shared/api/schemas/periods.ts'
import { cents, inEuros } from '../../../shared/money.ts'
import { addDays, addToMonth, type Instant, type LocalDate, localDateOf } from '../../../shared/time.ts'
import { readBankTasks, type WaitingDocument } from '../../invoices/registry.ts'
import { readCountersWithin, STANDING, sumMeasures } from '../../platform/data/counters.ts'
import { readUnfinishedCommissions } from '../../sales/service.ts'
import { type BookRecords, readBookRecords } from '../book-records.ts'
import { findDifferences } from '../differences.ts'

/** Work that is left before a month is closed. */
interface Step {
  readonly step: ClosingStep
  readonly count: number
  readonly amount: number | undefined
  readonly oldest: string | undefined
  readonly isRequired: boolean
}

/**
 * Reads the work that is left before a month `yyyy-mm` is closed, in the order in which it is done. Everything counts up
 * to the end of the month, except corrections of withdrawn sales, which count of any month. Closing waits for sending,
 * for the bank and for differences, not for what is still to be paid.
 */
export async function readClosingSteps(month: string): Promise<Step[]> {
  const [counters, { questions, fees, sales }, bank, records] = await Promise.all([
    readCountersWithin(STANDING, { scope: 'all' }),
    readUnfinishedCommissions(addDays(`${addToMonth(month, 1)}-01` as LocalDate, -1)),
    readBankTasks(month),
    readBookRecords(month),
  ])
  const differences = await findDifferences(records)
  const documents = records.documents.filter((document) => document.month <= month)
  return [
    makeStep('question', questions.count, { oldest: questions.oldest }),
    makeStep('fee', fees.count, fees),
    makeStep('sale', sales.count, sales),
    makeStep('correction', sumMeasures(counters, ['salesToCorrect'])),
    runStep(month, records),
    documentStep(
      'send',
      documents.filter(({ isConcept }) => isConcept),
      ({ total }) => total,
    ),
    documentStep(
      'pay',
      documents.filter(({ isConcept, open }) => !isConcept && open !== 0),
      ({ open }) => open,
    ),
    makeStep('bank', bank.count, {
      ...{ cents: bank.cents, oldest: bank.oldest && localDateOf(bank.oldest as Instant) },
    }),
    makeStep('difference', differences.length, {
      cents: sumOfCents(differences.map(({ shown }) => cents(shown.amount))),
    }),
  ]
}

/** Steps that must be done before a month is closed. */
const required: readonly ClosingStep[] = ['send', 'bank', 'difference']

const makeStep = (
  step: ClosingStep,
  count: number,
  { cents: amount, oldest }: { readonly cents?: number; readonly oldest?: string | undefined } = {},
): Step => ({
  ...{ step, count, oldest, isRequired: required.includes(step) },
  amount: amount === undefined ? undefined : inEuros(amount),
})

/** Returns the step of the monthly run: open amounts, supplied up to the month, of people whom a partner invoices. */
function runStep(month: string, { items, partners }: BookRecords): Step {
  const invoiced = new Set(partners.flatMap(({ userId, hasAgreement }) => (hasAgreement && userId ? [userId] : [])))
  const open = items.filter(
    ({ userId, supplyDate, claimedBy }) => !claimedBy && supplyDate.slice(0, 7) <= month && invoiced.has(userId),
  )
  return makeStep('run', new Set(open.map(({ userId }) => userId)).size, {
    ...{ cents: sumOfCents(open.map(({ amount }) => amount)), oldest: earliest(open.map((item) => item.supplyDate)) },
  })
}

const documentStep = (step: ClosingStep, documents: WaitingDocument[], centsOf: (one: WaitingDocument) => number) =>
  makeStep(step, documents.length, {
    ...{ cents: sumOfCents(documents.map(centsOf)), oldest: earliest(documents.map(({ date }) => date)) },
  })

const sumOfCents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const earliest = (days: readonly string[]): string | undefined => days.toSorted()[0]
