import type { MonthlyResult } from '../../../shared/api/schemas/monthly-runs.ts'
import { Stack } from '../../ui/layout/layout.tsx'

/**
 * Shows the commissions of a partner that were not invoiced, each with the reason. Shows one reason if the whole
 * partner was left out.
 */
export function LeftOut({ partnerName, leftOut }: Pick<MonthlyResult, 'partnerName' | 'leftOut'>) {
  if (leftOut.length === 0) return null
  return (
    <Stack as="ul" gap={4} overflow="break" aria-label="Niet gefactureerd">
      {leftOut.map(({ text, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same text, and their order does not change
        <li key={index}>
          {text !== partnerName && `${text}: `}
          <span className="pv-soft">{reason}</span>
        </li>
      ))}
    </Stack>
  )
}
