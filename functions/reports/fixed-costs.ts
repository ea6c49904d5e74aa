/** A fixed cost as it counts in one month, in cents; without team or person it is of the organisation. */
export interface FixedCostOfMonth {
  readonly amount: number
  readonly teamId: number | undefined
  readonly userId: string | undefined
}

/** Returns the fixed costs of each month. There are none as long as no domain keeps them. */
export const fixedCostsOf = async (months: readonly string[]): Promise<ReadonlyMap<string, FixedCostOfMonth[]>> =>
  new Map(months.map((month) => [month, []]))
