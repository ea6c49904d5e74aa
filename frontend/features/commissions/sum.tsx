import { formatMoney } from '../../lib/format.ts'

interface SumProps {
  readonly label: string
  /** Number of rows in the sum, or the numbers of its documents. */
  readonly note?: string | undefined
  readonly amount: number
  readonly isMain?: boolean
}

/** Shows one line of the sums of a month. */
export function Sum({ label, note, amount, isMain = false }: SumProps) {
  return (
    <div className={isMain ? 'commissions-sum-main' : undefined}>
      <dt>
        {label}
        {note && <span className="pv-soft"> · {note}</span>}
      </dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  )
}
