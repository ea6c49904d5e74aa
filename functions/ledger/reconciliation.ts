import { unprocessable } from '../../shared/errors.ts'
import { addMonths, localDateOf, monthOf, now } from '../../shared/time.ts'
import { findQuestionedCommissions } from '../sales/service.ts'
import { readBookRecords } from './book-records.ts'
import { findDifferences } from './differences.ts'
import { makePartnerRows, makePersonRows, sumPartnerRows, sumPersonRows } from './equations.ts'
import { usersById } from './people.ts'
import { listWaitingAmounts } from './waiting.ts'

/** Number of past months that can be compared: as many as a recount of the book covers. */
const MONTHS_BACK = 60
/** Number of future months that can be compared. */
const MONTHS_AHEAD = 2

/**
 * Returns the reconciliation of a month `yyyy-mm`: rows and totals of people and partners, differences, and amounts
 * that wait. Reads the records again after a difference, which a simultaneous change may cause. Throws 422 for a month
 * more than five years back or two months ahead.
 */
export async function reconcileMonth(month: string) {
  requireBookMonth(month)
  const first = await readBookRecords(month)
  const isSame = (await findDifferences(first)).length === 0
  const bookRecords = isSame ? first : await readBookRecords(month)
  const [faults, asked] = await Promise.all([isSame ? [] : findDifferences(bookRecords), findQuestionedCommissions()])
  const users = await usersById([...bookRecords.accounts.people.keys()])
  const people = makePersonRows(bookRecords, users, faults)
  const partners = makePartnerRows(bookRecords, faults)
  return {
    month,
    people,
    totals: sumPersonRows(people),
    partners,
    partnerTotals: sumPartnerRows(partners),
    differences: faults.map((fault) => fault.shown),
    waiting: listWaitingAmounts(bookRecords, users, asked),
  }
}

/** Throws 422 for a month `yyyy-mm` more than five years back or two months ahead. */
export function requireBookMonth(month: string): void {
  const today = localDateOf(now())
  if (month >= monthOf(addMonths(today, -MONTHS_BACK)) && month <= monthOf(addMonths(today, MONTHS_AHEAD))) return
  throw unprocessable('Kies een maand van de afgelopen vijf jaar', 'month')
}
