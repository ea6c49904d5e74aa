import type { CostScope } from '../../shared/costs/record.ts'
import type { Cents } from '../../shared/money.ts'
import { addCategoryNames, isCountedIn, loadFixedCosts } from './fixed.ts'

/** Fixed cost in one month, with its whole amount in cents. */
export interface FixedCostOfMonth {
  readonly id: string
  readonly amount: Cents
  readonly scope: CostScope
  /** Team that bears the cost; undefined for the organisation and for a person without a team. */
  readonly teamId: number | undefined
  readonly userId: string | undefined
  readonly category: { readonly id: string; readonly name: string }
  readonly description: string | undefined
}

/** Reads the active fixed costs of some months `yyyy-mm`, grouped by month, without checking rights. */
export async function readFixedCosts(months: readonly string[]): Promise<Map<string, FixedCostOfMonth[]>> {
  const [first] = [...months].sort()
  if (first === undefined) return new Map()
  const rules = await addCategoryNames(await loadFixedCosts(first))
  return new Map(
    months.map((month) => [
      month,
      rules
        .filter((rule) => isCountedIn(rule, month))
        .map(({ id, monthlyAmount, scope, teamId, userId, category, description }) => ({
          ...{ id, amount: monthlyAmount as Cents, scope, teamId, userId, category, description },
        })),
    ]),
  )
}
