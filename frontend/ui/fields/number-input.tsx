import { useState } from 'react'
import { useField } from './field.tsx'
import { formatTypedNumber, parseTypedNumber } from './number-text.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  readonly value: number | null | undefined
  /**
   * Called with the number, null when the box is empty, or NaN when the text is not a number. A method, so that it may
   * be that of a field that must be a number: its schema then says what is missing.
   */
  onChange(value: number | null): void
  /** Number of decimals shown after leaving the field; 2 for money. */
  readonly decimals?: number
}

/** Shows a field for a number with a decimal comma; `start="€"` makes it an amount. */
export function NumberInput({ value, onChange, onBlur, decimals, className, ...rest }: NumberInputProps) {
  const { reportProblem } = useField()
  const [draft, setDraft] = useState<string | null>(null)

  // True while the field shows the text as typed; false once the value changes from outside.
  const own = draft !== null && Object.is(numberOf(draft), value ?? null)

  function type(text: string): void {
    setDraft(text)
    const next = numberOf(text)
    if (!Number.isNaN(next)) reportProblem(null)
    onChange(next)
  }

  function leave(): void {
    const unreadable = draft !== null && Number.isNaN(numberOf(draft))
    reportProblem(unreadable ? `Vul een getal in, zoals ${decimals === undefined ? '12' : '12,50'}` : null)
    if (!unreadable) setDraft(null)
    onBlur?.()
  }

  return (
    <TextInput
      {...rest}
      className={className ?? 'pv-tabular'}
      inputMode="decimal"
      value={own ? draft : formatTypedNumber(value, decimals)}
      onChange={type}
      onBlur={leave}
    />
  )
}

/** Reads a typed number; null for an empty text, NaN for one that is not a number. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : (parseTypedNumber(text) ?? Number.NaN)
}
