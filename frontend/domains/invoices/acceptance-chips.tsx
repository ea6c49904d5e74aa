import type { InvoiceCounts } from '../../../shared/api/schemas/invoices.ts'
import { type AcceptanceFilter, acceptanceFilterLabels, acceptanceFilters } from '../../../shared/invoices/choices.ts'
import { classNames } from '../../ui/class-names.ts'
import { type Tone, toneClassOf } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FilterToggle } from '../../ui/table/filter-bar.tsx'
import styles from './acceptance-chips.module.css'

const tones: Record<AcceptanceFilter, Tone> = { accepted: 'ok', silent: 'ok', waiting: 'warn', refused: 'bad' }

interface AcceptanceChipsProps {
  readonly value: AcceptanceFilter | undefined
  readonly onChange: (value: AcceptanceFilter | undefined) => void
  readonly counts: InvoiceCounts['acceptance'] | undefined
}

/** Shows buttons that filter invoices by the partner's answer, with their numbers (rulings 51a); none for a 0. */
export function AcceptanceChips({ value, onChange, counts }: AcceptanceChipsProps) {
  const shown = acceptanceFilters.filter((one) => counts?.[one] !== 0 || one === value)
  if (shown.length === 0) return null
  return (
    <Row as="fieldset" gap={8} wrap>
      <Text as="legend" size={13} color="soft" className={styles.legend}>
        Akkoord
      </Text>
      {shown.map((one) => (
        <FilterToggle key={one} value={value === one} onChange={(isOn) => onChange(isOn ? one : undefined)}>
          <span className={classNames(styles.dot, toneClassOf(tones[one]))}>
            <span className="pv-dot" aria-hidden="true" />
          </span>
          {acceptanceFilterLabels[one]}{' '}
          {typeof counts?.[one] === 'number' && (
            <Text className="pv-filter-count" weight="medium" color="soft" tabular>
              {counts[one]}
            </Text>
          )}
        </FilterToggle>
      ))}
    </Row>
  )
}
