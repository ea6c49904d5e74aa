import { classNames } from '../ui/class-names.ts'
import { Row } from '../ui/layout/layout.tsx'
import styles from './steps-line.module.css'

interface StepsLineProps {
  /** Names of the steps, in order. */
  readonly steps: readonly string[]
  /** Number of the present step, from 0. */
  readonly at: number
  /** Set when the present step ends the way badly, such as a rejection. */
  readonly isBad?: boolean
}

/** Shows how far a record is, as a line of steps. */
export function StepsLine({ steps, at, isBad = false }: StepsLineProps) {
  return (
    <Row as="ol" gap={10} wrap={4} size={12} color="muted" className={styles.steps} aria-label="Voortgang">
      {steps.map((step, index) => (
        <Row
          as="li"
          gap={6}
          overflow="nowrap"
          key={step}
          className={classNames(index < at && styles.done, index === at && isBad && styles.bad)}
          aria-current={index === at ? 'step' : undefined}
        >
          {step}
        </Row>
      ))}
    </Row>
  )
}
