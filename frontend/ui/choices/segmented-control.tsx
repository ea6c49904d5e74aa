import { type ReactNode, useId } from 'react'
import { useField } from '../fields/field.tsx'
import '../display/tabs.css'
import '../layout/text.css'

interface SegmentedControlProps<V extends string> {
  readonly value: V
  readonly onChange: (value: V) => void
  /** Name for a screen reader, needed where no `Field` labels the control. */
  readonly label?: string
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly disabled?: boolean
}

/** Lets the user choose one of two to five options, shown side by side, such as Dag, Week, Maand. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { value, onChange, label, options, disabled = false } = props
  const { control, labelId } = useField()
  const name = useId()
  return (
    <div
      role="radiogroup"
      className="pv-segments"
      id={control.id}
      aria-describedby={control['aria-describedby']}
      aria-invalid={control['aria-invalid']}
      {...(label === undefined ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
    >
      {options.map((option) => (
        <label key={option.value} className="pv-segment pv-text-13 pv-weight-strong pv-color-muted pv-nowrap">
          <input
            type="radio"
            className="pv-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
