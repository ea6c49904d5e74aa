import { formatMoney } from '../../lib/format.ts'
import { Note } from '../../ui/display/note.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './reconciliation.module.css'

/** Term of an equation: its amount under its label, after the sign that joins it to the term before it. */
interface Term {
  readonly sign?: string
  readonly label: string
  readonly amount: number
}

interface EquationProps {
  /** Name of the equation for screen readers. */
  readonly label: string
  readonly terms: readonly Term[]
  /** Amount by which the equation, or what it is compared with, differs. */
  readonly difference: number
  readonly isOff?: boolean
}

/** Shows amounts as one equation, and by how much it differs. */
export function Equation({ label, terms, difference, isOff = difference !== 0 }: EquationProps) {
  return (
    <Strip as="section" gap={16} wrap={false} padBlock={12} className={styles.equation} aria-label={label}>
      <Row as="ul" gap={12} align="end" wrap className={styles.terms}>
        {terms.map((term) => (
          <Row key={term.label} as="li" gap={12} align="end" wrap className={styles.term}>
            {term.sign && <Text {...(term.sign === '=' ? { weight: 'bold' } : { color: 'soft' })}>{term.sign}</Text>}
            <Figure label={term.label} amount={term.amount} color="muted" />
          </Row>
        ))}
      </Row>
      <Note tone={isOff ? 'bad' : 'ok'} className={styles.total}>
        <Figure label="Verschil" amount={difference} />
      </Note>
    </Strip>
  )
}

/** Shows an amount under its label. */
function Figure({
  label,
  amount,
  color,
}: {
  readonly label: string
  readonly amount: number
  readonly color?: 'muted'
}) {
  return (
    <Stack as="span" className={styles.figure}>
      <Text size={12} {...(color && { color })}>
        {label}
      </Text>
      <Text as="strong" size={16} weight="bold" tabular overflow="nowrap">
        {formatMoney(amount)}
      </Text>
    </Stack>
  )
}
