import type { PartnerRow, PersonRow } from '../../shared/api/ledger.ts'
import { cents, inEuros } from '../../shared/money.ts'
import { buildPersonBalance, type MonthAccount } from '../book/service.ts'
import type { User } from '../platform/identity/user.ts'
import type { BookRecords } from './book-records.ts'
import type { Found } from './differences.ts'
import { byEarner, describeEarner } from './people.ts'

/** Converts the amounts of an equation to the euros of the API. */
const sumsInEuros = <Sums extends Record<string, number>>(sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, inEuros(amount)])) as Sums

const lackOf = (owner: Found['owner'], found: readonly Found[]) =>
  found.filter((one) => one.owner === owner).reduce((sum, { lacks }) => sum + lacks, 0)

/**
 * Returns each person's row of a reconciliation in euros: opening amount, changes and closing amount (money.md, rule
 * 2). The closing amount is the book's balance minus `lacks` of the person's differences in `found`. Skips people
 * without amounts and differences.
 */
export function makePersonRows(
  { accounts, partners }: BookRecords,
  users: ReadonlyMap<string, User>,
  found: readonly Found[],
) {
  return [...accounts.people]
    .flatMap(([userId, account]) => {
      const owner = `person#${userId}` as const
      const sums = payableSums(account, lackOf(owner, found))
      const isEmpty = Object.values(sums).every((amount) => amount === 0)
      if (isEmpty && !found.some((one) => one.owner === owner)) return []
      return [{ ...describeEarner(userId, users.get(userId), partners), ...sumsInEuros(sums) }]
    })
    .toSorted(byEarner)
}

function payableSums({ before, after, posted }: MonthAccount, lacks: number) {
  const sums = buildPersonBalance(before, posted, after - lacks)
  const { openBefore, earned, corrected, payroll, invoiced, credited, ownInvoices, openAfter } = sums
  const owed = openBefore + earned + corrected
  return { ...sums, difference: owed - (payroll + invoiced - credited + ownInvoices + openAfter) }
}

/**
 * Returns each partner's row of a reconciliation in euros with VAT: opening amount, changes and closing amount
 * (money.md, rule 3). The closing amount is the book's balance minus `lacks` of the partner's differences in `found`.
 * Skips partners without amounts and differences.
 */
export function makePartnerRows({ accounts, partners }: BookRecords, found: readonly Found[]) {
  const names = new Map(partners.map(({ id, name }) => [id, name]))
  return [...accounts.partners]
    .flatMap(([id, account]) => {
      const owner = `partner#${id}` as const
      const sums = owedSums(account, lackOf(owner, found))
      const isEmpty = Object.values(sums).every((amount) => amount === 0)
      if (isEmpty && !found.some((one) => one.owner === owner)) return []
      return [{ partner: { id, name: names.get(id) ?? 'Onbekend' }, ...sumsInEuros(sums) }]
    })
    .toSorted((one, other) => one.partner.name.localeCompare(other.partner.name, 'nl'))
}

function owedSums({ before, after, posted }: MonthAccount, lacks: number) {
  const sums = {
    openBefore: before,
    invoiced: posted.bookInvoiced ?? 0,
    credited: posted.bookCredited ?? 0,
    paid: posted.bookPaid ?? 0,
    discount: posted.bookDiscount ?? 0,
    openAfter: after - lacks,
  }
  const { openBefore, invoiced, credited, paid, discount, openAfter } = sums
  return { ...sums, difference: openBefore + invoiced - credited - (paid + discount + openAfter) }
}

/** Adds up each of the named amounts over all rows, in euros. */
const totals = <Name extends string>(rows: readonly Record<Name, number>[], names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, inEuros(rows.reduce((sum, row) => sum + cents(row[name]), 0))]),
  ) as Record<Name, number>

/** Adds up the rows of people in a reconciliation, for each amount, in euros. */
export const sumPersonRows = (rows: readonly PersonRow[]) =>
  totals(rows, [
    ...(['openBefore', 'earned', 'corrected', 'payroll', 'invoiced'] as const),
    ...(['credited', 'ownInvoices', 'openAfter', 'difference'] as const),
  ])

/** Adds up the rows of partners in a reconciliation, for each amount, in euros. */
export const sumPartnerRows = (rows: readonly PartnerRow[]) =>
  totals(rows, ['openBefore', 'invoiced', 'credited', 'paid', 'discount', 'openAfter', 'difference'])
