import type { ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonList } from '../../ui/buttons/button-list.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './my-day.module.css'

/** Outcome that the user can choose for a work item, with the look of its button. */
export interface Outcome {
  readonly label: string
  readonly icon: ReactNode
  readonly isDanger?: boolean
  readonly choose: () => unknown
}

interface OutcomesProps {
  readonly outcomes: readonly Outcome[]
  readonly busy: boolean
  /** Set to keep the buttons in view below a long item. */
  readonly atBottom?: boolean
}

/** Shows a button for each possible outcome of a work item. The keys 1, 2, … choose the first, second, … outcome. */
export function Outcomes({ outcomes, busy, atBottom = false }: OutcomesProps) {
  useKeys(Object.fromEntries(outcomes.map(({ choose }, index) => [String(index + 1), () => !busy && choose()])))
  return (
    <Stack as="section" gap={6} aria-label="Uitkomst" className={atBottom ? styles.bottom : ''}>
      <ButtonList>
        {outcomes.map(({ label, icon, isDanger, choose }, index) => (
          <Button key={label} icon={icon} disabled={busy} className={isDanger ? 'pv-color-bad' : ''} onClick={choose}>
            <Text grow>{label}</Text>
            <Kbd>{index + 1}</Kbd>
          </Button>
        ))}
      </ButtonList>
    </Stack>
  )
}
