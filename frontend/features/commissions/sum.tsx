import { formatMoney } from '../../lib/format.ts'
import { Sum as SumLine } from '../../ui/display/sums.tsx'

interface MonthSumProps {
  readonly label: string
  /** Note beside the label: the number of rows in the sum, or the numbers of its documents. */
  readonly note?: string | undefined
  readonly amount: number
  readonly isMain?: boolean
}

/** Shows one line of a month's sums: label, note and amount in euros; `isMain` marks the total. */
export function MonthSum({ label, note, amount, isMain = false }: MonthSumProps) {
  return <SumLine label={label} note={note ? `· ${note}` : undefined} amount={formatMoney(amount)} isTotal={isMain} />
}
