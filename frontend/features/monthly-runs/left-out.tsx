import type { MonthlyResult } from '../../../shared/contract/settlement.ts'

/** What is on no invoice, and why. */
export function LeftOut({ leftOut }: Pick<MonthlyResult, 'leftOut'>) {
  if (leftOut.length === 0) return null
  return (
    <ul className="monthly-left-out" aria-label="Niet gefactureerd">
      {leftOut.map(({ text, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and their order stands
        <li key={index}>
          {text}: <span className="pv-soft">{reason}</span>
        </li>
      ))}
    </ul>
  )
}
