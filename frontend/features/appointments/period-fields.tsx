import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { parseDate } from '../../ui/date-text.ts'
import { Field, FieldRow } from '../../ui/field.tsx'
import { type Period, quickPeriods } from './period.ts'

export interface PeriodProps {
  readonly value: Period
  readonly onChange: (period: Period) => void
}

/** One day, or from one day to another. The one takes the other away. */
export function PeriodFields({ value, onChange }: PeriodProps) {
  return (
    <div className="appointments-period">
      <div className="appointments-quick">
        {quickPeriods().map(({ label, period }) => (
          <Button key={label} size="small" onClick={() => onChange(period)}>
            {label}
          </Button>
        ))}
      </div>
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
    </div>
  )
}

interface DateFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (date: string) => void
}

/** A date that filters as soon as it is one; what is half typed stays here. */
function DateFilter({ label, value = '', min, max, onChange }: DateFilterProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function type(text: string): void {
    const isReady = text === '' || parseDate(text) !== null
    setTyped(isReady ? null : text)
    if (isReady) onChange(text)
  }

  return (
    <Field label={label}>
      <DateField value={typed ?? value} onChange={type} {...(min ? { min } : {})} {...(max ? { max } : {})} />
    </Field>
  )
}
