import { unprocessable } from '../../shared/errors.ts'
import { addMonths, localDateOf, monthOf, now } from '../../shared/time.ts'
import { getRows } from '../platform/data/rows.ts'
import { type User, Users } from '../platform/identity/user.ts'
import { commissionsWithOpenQuestion } from '../sales/service.ts'
import { readBookRecords } from './book-records.ts'
import { differencesOf } from './differences.ts'
import { partnerRows, partnerTotals, personRows, personTotals } from './equations.ts'
import { listWaitingAmounts } from './waiting.ts'

/**
 * Number of past months that can be compared: as many as a recount of the book covers. Below, that of future months.
 */
const MONTHS_BACK = 60
const MONTHS_AHEAD = 2

/**
 * Returns the reconciliation of a month `yyyy-mm`: rows and totals of people and partners, differences, and amounts
 * that wait. Reads the records again after a difference, which a simultaneous change may cause. Throws 422 for a month
 * more than five years back or two months ahead.
 */
export async function reconciliationOf(month: string) {
  const today = localDateOf(now())
  if (month < monthOf(addMonths(today, -MONTHS_BACK)) || month > monthOf(addMonths(today, MONTHS_AHEAD))) {
    throw unprocessable('Kies een maand van de afgelopen vijf jaar', 'month')
  }
  const first = await readBookRecords(month)
  const isSame = (await differencesOf(first)).length === 0
  const bookRecords = isSame ? first : await readBookRecords(month)
  const [faults, asked] = await Promise.all([isSame ? [] : differencesOf(bookRecords), commissionsWithOpenQuestion()])
  const users = await usersById([...bookRecords.accounts.people.keys()])
  const people = personRows(bookRecords, users, faults)
  const partners = partnerRows(bookRecords, faults)
  return {
    month,
    people,
    totals: personTotals(people),
    partners,
    partnerTotals: partnerTotals(partners),
    differences: faults.map((fault) => fault.shown),
    waiting: listWaitingAmounts(bookRecords, users, asked),
  }
}

async function usersById(ids: readonly string[]): Promise<Map<string, User>> {
  const rows = await getRows(
    Users,
    ids.map((id) => ({ id })),
  )
  return new Map(rows.map((row) => [row.id, row as User]))
}
