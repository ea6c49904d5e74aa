import type { ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

/** Outcome of an item. */
export interface Outcome {
  readonly label: string
  readonly icon: ReactNode
  readonly isDanger?: boolean
  readonly choose: () => unknown
}

interface OutcomesProps {
  readonly outcomes: readonly Outcome[]
  readonly busy: boolean
}

/** Shows the outcomes of an item, each set by one click or the key of its number. */
export function Outcomes({ outcomes, busy }: OutcomesProps) {
  useKeys(Object.fromEntries(outcomes.map(({ choose }, index) => [String(index + 1), () => !busy && choose()])))
  return (
    <Stack as="section" gap={6} className="my-day-outcomes" aria-label="Uitkomst">
      <Text as="h3" size={13} weight="bold" color="muted" className="my-day-label">
        Uitkomst <span className="pv-soft">één klik, dan de volgende</span>
      </Text>
      {outcomes.map(({ label, icon, isDanger, choose }, index) => (
        <Button key={label} icon={icon} disabled={busy} className={isDanger ? 'my-day-danger' : ''} onClick={choose}>
          <Text grow className="my-day-outcome">
            {label}
          </Text>
          <Kbd>{index + 1}</Kbd>
        </Button>
      ))}
    </Stack>
  )
}
