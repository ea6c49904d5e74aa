import { type Difference, type PersonRow, type Reconciliation, roadLabels } from '../../../shared/contract/ledger.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { fullName } from '../../lib/format.ts'

/** The amounts of a row, in the order of the equation. */
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

/** A line of the table: a person, by partner or within a group of people without one. */
export interface Line extends Sums {
  readonly id: string
  /** The partner, or else the person. */
  readonly name: string
  /** The person of a partner. */
  readonly note: string | null
  readonly partnerId: string | null
  readonly differences: readonly Difference[]
}

/** People without a partner, as one line that opens. */
export interface Group extends Sums {
  readonly name: string
  readonly lines: readonly Line[]
}

/** Returns the lines of people with a partner, and the others in groups. */
export function linesOf({ people, differences }: Reconciliation): { readonly lines: Line[]; readonly groups: Group[] } {
  const lineOf = (row: PersonRow): Line => ({
    ...row,
    id: row.user.id,
    name: row.partner?.name ?? fullName(row.user),
    note: row.partner ? fullName(row.user) : null,
    partnerId: row.partner?.id ?? null,
    differences: differences.filter(({ userId }) => userId === row.user.id),
  })
  const groups = (['own-invoice', 'payroll'] as const).flatMap((road) => {
    const lines = people.filter((row) => row.road === road && !row.partner).map(lineOf)
    if (lines.length === 0) return []
    return [{ name: roadLabels[road], lines, ...totalsOf(lines) }]
  })
  return { lines: people.filter(({ partner }) => partner !== null).map(lineOf), groups }
}

function totalsOf(lines: readonly Line[]): Sums {
  const names = [...amounts, 'difference'] as const
  return Object.fromEntries(
    names.map((name) => [name, euros(sumOf(lines.map((line) => cents(line[name]))))]),
  ) as unknown as Sums
}

/** Returns how many people a group has. */
export const peopleText = (count: number): string => (count === 1 ? '1 persoon' : `${count} personen`)
