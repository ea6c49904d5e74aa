import { useState } from 'react'
import { useField } from './field.tsx'
import { numberText, parseNumber } from './number-text.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  readonly value: number | null | undefined
  /** Null while the box is empty, NaN while it holds something that is no number. */
  readonly onChange: (value: number | null) => void
  /** How many decimals are shown after leaving the field; 2 for money. */
  readonly decimals?: number
}

/** A number or an amount with a decimal comma; `start="€"` makes it money. */
export function NumberInput({ value, onChange, onBlur, decimals, className, ...rest }: NumberInputProps) {
  const { reportProblem } = useField()
  const [draft, setDraft] = useState<string | null>(null)

  // What is typed stands until the value changes from elsewhere.
  const own = draft !== null && Object.is(numberOf(draft), value ?? null)

  function type(text: string): void {
    setDraft(text)
    const next = numberOf(text)
    if (!Number.isNaN(next)) reportProblem(null)
    onChange(next)
  }

  function leave(): void {
    const unreadable = draft !== null && Number.isNaN(numberOf(draft))
    reportProblem(unreadable ? 'Vul een getal in, zoals 12,50' : null)
    if (!unreadable) setDraft(null)
    onBlur?.()
  }

  return (
    <TextInput
      {...rest}
      className={className ?? 'pv-number-input'}
      inputMode="decimal"
      value={own ? draft : numberText(value, decimals)}
      onChange={type}
      onBlur={leave}
    />
  )
}

/** Null for an empty text, NaN for one that is no number. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN)
}
