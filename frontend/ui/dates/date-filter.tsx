import { useState } from 'react'
import { Field } from '../fields/field.tsx'
import { DateField } from './date-field.tsx'
import { parseTypedDate } from './date-text.ts'

interface DateFilterProps {
  readonly label: string
  /** Date, `yyyy-mm-dd`; absent or empty when there is none. */
  readonly value: string | undefined
  /** Called with `yyyy-mm-dd`, or an empty text. */
  readonly onChange: (date: string) => void
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** Shows a date field that filters a list. Calls `onChange` only with a complete date or an empty text. */
export function DateFilter({ label, value = '', onChange, min, max }: DateFilterProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function type(text: string): void {
    const isReady = text === '' || parseTypedDate(text) !== null
    setTyped(isReady ? null : text)
    if (isReady) onChange(text)
  }

  return (
    <Field label={label}>
      <DateField value={typed ?? value} onChange={type} {...(min ? { min } : {})} {...(max ? { max } : {})} />
    </Field>
  )
}
