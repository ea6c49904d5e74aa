import { Input } from '@aws-amplify/ui-react'
import { type ReactNode, type Ref, useId } from 'react'
import { Row } from '../layout/layout.tsx'
import { useField } from './field.tsx'

interface ToggleProps {
  readonly value: boolean | null | undefined
  readonly onChange: (value: boolean) => void
  readonly label: ReactNode
  /** Small print that explains what ticking the box means. */
  readonly hint?: ReactNode
  readonly onBlur?: () => void
  readonly name?: string
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** Shows a checkbox, for a choice that is sent with the form. */
export function Checkbox(props: ToggleProps) {
  return <Toggle {...props} look="pv-checkbox" />
}

/** Shows an on/off switch, for a setting. */
export function Switch(props: ToggleProps) {
  return <Toggle {...props} look="pv-switch" role="switch" />
}

function Toggle({
  value,
  onChange,
  label,
  hint,
  disabled,
  look,
  ...rest
}: ToggleProps & { look: string; role?: 'switch' }) {
  const { control } = useField()
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const describedBy = [control['aria-describedby'], hintId].filter(Boolean).join(' ') || undefined
  return (
    <Row gap={10} align="start" className="pv-toggle">
      <Input
        {...rest}
        {...control}
        id={id}
        aria-describedby={describedBy}
        type="checkbox"
        checked={value ?? false}
        isDisabled={disabled ?? false}
        className={look}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className="pv-toggle-label pv-text-13 pv-weight-strong">
        {label}
        {hint !== undefined && (
          <span id={hintId} className="pv-stack pv-text-12 pv-weight-regular pv-color-soft">
            {hint}
          </span>
        )}
      </label>
    </Row>
  )
}
