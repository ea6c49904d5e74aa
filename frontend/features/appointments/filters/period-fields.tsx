import { Button } from '../../../ui/buttons/button.tsx'
import { DateFilter } from '../../../ui/dates/date-filter.tsx'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import styles from '../appointments.module.css'
import { listQuickPeriods, type Period } from './period.ts'

export interface PeriodProps {
  readonly value: Period
  readonly onChange: (period: Period) => void
}

/**
 * Shows buttons for quick periods, a field for one day, and fields for a first and last day. Choosing one day clears
 * the first and last day, and the reverse.
 */
export function PeriodFields({ value, onChange }: PeriodProps) {
  return (
    <Stack gap={12} className={styles.period}>
      <Row gap={6} align="stretch" wrap>
        {listQuickPeriods().map(({ label, period }) => (
          <Button key={label} size="small" onClick={() => onChange(period)}>
            {label}
          </Button>
        ))}
      </Row>
      <DateFilter label="Datum" value={value.date} onChange={(date) => onChange({ date, from: '', to: '' })} />
      <FieldRow>
        <DateFilter
          label="Van"
          value={value.from}
          max={value.to}
          onChange={(from) => onChange({ ...value, from, date: '' })}
        />
        <DateFilter
          label="Tot en met"
          value={value.to}
          min={value.from}
          onChange={(to) => onChange({ ...value, to, date: '' })}
        />
      </FieldRow>
    </Stack>
  )
}
