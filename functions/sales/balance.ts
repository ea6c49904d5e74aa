/** What was paid or adjusted in a month `yyyy-mm`, in cents. */
export interface Amount {
  readonly month: string
  readonly amount: number
}

/** What a month of somebody's pay comes to, in cents: what is below zero is carried over (rulings 39). */
export function balanceOf(month: string, payments: readonly Amount[], adjustments: readonly Amount[]) {
  const sumIn = (rows: readonly Amount[], of: string) =>
    rows.reduce((sum, row) => (row.month === of ? sum + row.amount : sum), 0)
  const changeIn = (of: string) => sumIn(payments, of) + sumIn(adjustments, of)
  const earlier = [...new Set([...payments, ...adjustments].map((row) => row.month))].filter((one) => one < month)
  const carriedIn = earlier.sort().reduce((carried, one) => Math.min(0, carried + changeIn(one)), 0)
  const paidTotal = sumIn(payments, month)
  const adjustedTotal = sumIn(adjustments, month)
  const balance = carriedIn + paidTotal + adjustedTotal
  return { carriedIn, paidTotal, adjustedTotal, payable: Math.max(0, balance), carriedOut: Math.min(0, balance) }
}
