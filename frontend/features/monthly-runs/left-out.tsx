import type { MonthlyResult } from '../../../shared/contract/schemas/monthly-runs.ts'
import { Stack } from '../../ui/layout/layout.tsx'

/** Lists the work of a partner that was not invoiced, with the reasons; for the partner itself only the reason. */
export function LeftOut({ partnerName, leftOut }: Pick<MonthlyResult, 'partnerName' | 'leftOut'>) {
  if (leftOut.length === 0) return null
  return (
    <Stack as="ul" gap={4} overflow="break" aria-label="Niet gefactureerd">
      {leftOut.map(({ text, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and their order stands
        <li key={index}>
          {text !== partnerName && `${text}: `}
          <span className="pv-soft">{reason}</span>
        </li>
      ))}
    </Stack>
  )
}
