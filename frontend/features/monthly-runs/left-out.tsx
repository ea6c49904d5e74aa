import type { MonthlyResult } from '../../../shared/contract/schemas/monthly-runs.ts'
import { Stack } from '../../ui/layout/layout.tsx'

/** Shows the work of a partner that was not invoiced, with reasons; only one reason if all was left out. */
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
