import { useState } from 'react'
import { Field } from '../fields/field.tsx'
import { DateField } from './date-field.tsx'
import { parseDate } from './date-text.ts'

interface DateFilterProps {
  readonly label: string
  /** Date, `yyyy-mm-dd`; absent or empty when there is none. */
  readonly value: string | undefined
  /** Called with `yyyy-mm-dd`, or an empty text. */
  readonly onChange: (date: string) => void
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** Filters by a date as soon as it is complete; keeps a partly typed date to itself. */
export function DateFilter({ label, value = '', onChange, min, max }: DateFilterProps) {
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
