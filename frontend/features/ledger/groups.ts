import type { Difference, PersonRow, Reconciliation } from '../../../shared/api/ledger.ts'
import { payoutMethodLabels } from '../../../shared/ledger/payout-methods.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { fullNameOf } from '../../lib/format.ts'

/** Names of the amounts in a row of the reconciliation table, in the order of its columns. */
export const amounts = [
  'openBefore',
  'earned',
  'corrected',
  'payroll',
  'invoiced',
  'credited',
  'ownInvoices',
  'openAfter',
] as const
export type Sums = Readonly<Record<(typeof amounts)[number] | 'difference', number>>

/** Line of the reconciliation table: a person with a partner, or one person in a group without partners. */
export interface Line extends Sums {
  readonly id: string
  /** Name of the partner, else of the person. */
  readonly name: string
  /** Name of the partner's person; null without a partner. */
  readonly note: string | null
  readonly partnerId: string | null
  readonly differences: readonly Difference[]
}

/** People without a partner, as one line that can be opened. */
export interface Group extends Sums {
  readonly name: string
  readonly lines: readonly Line[]
}

/**
 * Returns a line for each person with a partner. Groups the other people by how they are paid (own invoices or
 * payroll), with sums.
 */
export function linesOf({ people, differences }: Reconciliation): { readonly lines: Line[]; readonly groups: Group[] } {
  const lineOf = (row: PersonRow): Line => ({
    ...row,
    id: row.user.id,
    name: row.partner?.name ?? fullNameOf(row.user),
    note: row.partner ? fullNameOf(row.user) : null,
    partnerId: row.partner?.id ?? null,
    differences: differences.filter(({ userId }) => userId === row.user.id),
  })
  const groups = (['own-invoice', 'payroll'] as const).flatMap((payoutMethod) => {
    const lines = people.filter((row) => row.payoutMethod === payoutMethod && !row.partner).map(lineOf)
    if (lines.length === 0) return []
    return [{ name: payoutMethodLabels[payoutMethod], lines, ...totalsOf(lines) }]
  })
  return { lines: people.filter(({ partner }) => partner !== null).map(lineOf), groups }
}

function totalsOf(lines: readonly Line[]): Sums {
  const names = [...amounts, 'difference'] as const
  return Object.fromEntries(
    names.map((name) => [name, euros(sumOf(lines.map((line) => cents(line[name]))))]),
  ) as unknown as Sums
}

/** Formats a number of people: `1 persoon` or `3 personen`. */
export const peopleText = (count: number): string => (count === 1 ? '1 persoon' : `${count} personen`)
