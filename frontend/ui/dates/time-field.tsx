import { useState } from 'react'
import { useField } from '../fields/field.tsx'
import { TextInput, type TextInputProps } from '../fields/text-input.tsx'
import { parseTime } from './date-text.ts'

/**
 * Shows a field for a time of day: `9`, `930` and `9.30` become `09:00`, `09:30` and `09:30`. Passes the typed text on
 * when it is not a time.
 */
export function TimeField({ value, onChange, onBlur, ...rest }: Omit<TextInputProps, 'type' | 'inputMode'>) {
  const { reportProblem } = useField()
  const [draft, setDraft] = useState<string | null>(null)

  // True while the field shows the text as typed; false once the value changes from outside.
  const own = draft !== null && (parseTime(draft) ?? draft.trim()) === (value ?? '')

  function type(text: string): void {
    setDraft(text)
    const time = parseTime(text)
    if (time !== null || text.trim() === '') reportProblem(null)
    onChange(time ?? text.trim())
  }

  function leave(): void {
    const unreadable = draft !== null && draft.trim() !== '' && parseTime(draft) === null
    reportProblem(unreadable ? 'Vul een tijd in, zoals 9:30' : null)
    if (!unreadable) setDraft(null)
    onBlur?.()
  }

  return (
    <TextInput
      placeholder="uu:mm"
      {...rest}
      className="pv-tabular"
      inputMode="numeric"
      value={own ? draft : value}
      onChange={type}
      onBlur={leave}
    />
  )
}
