import { createContext, type ReactNode, useContext, useId, useMemo, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Grid } from '../layout/grid.tsx'
import { Row, Stack } from '../layout/layout.tsx'
import { Unbroken } from '../layout/unbroken.tsx'
import './field.css'

interface FieldState {
  readonly id: string
  readonly labelId: string | undefined
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly required: boolean
  /** Reports text that the control cannot read, such as `31-02`; takes precedence over the error of the form. */
  readonly reportProblem: (problem: string | null) => void
}

const FieldContext = createContext<FieldState | null>(null)

export interface FieldProps {
  readonly label?: ReactNode
  /** Help that stays visible under the control. */
  readonly hint?: ReactNode
  /** Error that says what is wrong and what to do; shown under the control (design.md rule 4). */
  readonly error?: string | undefined
  /** Possible mistake, which does not prevent saving. */
  readonly warning?: string | undefined
  readonly required?: boolean
  /** Adds `(optioneel)` to the label. */
  readonly optional?: boolean
  /** Hides the label but lets a screen reader read it. */
  readonly labelHidden?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** Shows a control with its label, hint and error, connected by `aria-describedby` and `aria-invalid`. */
export function Field(props: FieldProps) {
  const { label, hint, warning, required = false, optional, labelHidden, children } = props
  const id = useId()
  const [problem, reportProblem] = useState<string | null>(null)
  const error = problem ?? props.error
  const labelId = label === undefined ? undefined : `${id}-label`
  const described = [error && `${id}-error`, warning && `${id}-warning`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const invalid = Boolean(error)
  const state = useMemo(
    () => ({ id, labelId, describedBy: described || undefined, invalid, required, reportProblem }),
    [id, labelId, described, invalid, required],
  )
  return (
    <div className={classNames('pv-field', props.className)}>
      {label !== undefined && (
        <label
          id={labelId}
          htmlFor={id}
          className={labelHidden ? 'pv-hidden' : classNames('pv-label', required && 'pv-label-required')}
        >
          {label}
          {optional && <span className="pv-weight-regular pv-color-soft"> (optioneel)</span>}
        </label>
      )}
      <FieldContext value={state}>{children}</FieldContext>
      {error && (
        <p id={`${id}-error`} className="pv-field-error pv-text-12 pv-weight-medium pv-color-bad">
          <Unbroken>{error}</Unbroken>
        </p>
      )}
      {warning && (
        <p id={`${id}-warning`} className="pv-text-12 pv-weight-medium pv-color-warn">
          <Unbroken>{warning}</Unbroken>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="pv-text-12 pv-color-soft">
          <Unbroken>{hint}</Unbroken>
        </p>
      )}
    </div>
  )
}

interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
  readonly 'aria-required': true | undefined
}

const nothingToReport = () => {}

/**
 * Returns the attributes and functions that a control gets from the `Field` around it. Without a `Field` it returns
 * attributes without label or error.
 */
export function useField(): {
  control: ControlProps
  labelId: string | undefined
  reportProblem: FieldState['reportProblem']
} {
  const field = useContext(FieldContext)
  const ownId = useId()
  return {
    control: {
      id: field?.id ?? ownId,
      'aria-invalid': field?.invalid ?? false,
      'aria-describedby': field?.describedBy,
      'aria-required': field?.required || undefined,
    },
    labelId: field?.labelId,
    reportProblem: field?.reportProblem ?? nothingToReport,
  }
}

/** Places fields side by side; below each other where they do not fit. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return (
    <Grid least={140} gap={12} className="pv-field-row">
      {children}
    </Grid>
  )
}

/** Shows a group of fields under a title. */
export function FieldGroup({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <Stack as="fieldset" gap={16}>
      <legend className="pv-legend">{legend}</legend>
      {children}
    </Stack>
  )
}

interface FieldFoldProps {
  readonly legend: string
  /** Summary of the content, shown while it is folded. */
  readonly note?: string
  /** Set to unfold the content, for instance when a field within has an error. */
  readonly forced?: boolean
  readonly children: ReactNode
}

/**
 * Shows a group of fields under a title that unfolds them; while folded they stay part of the form. `forced` unfolds
 * them, for instance to show an error.
 */
export function FieldFold({ legend, note, forced = false, children }: FieldFoldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="pv-fold" open={isOpen || forced} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <Row as="summary" gap={8} size={13} weight="strong">
        {legend}
        {note && <span className="pv-truncate pv-weight-regular pv-color-muted">{note}</span>}
      </Row>
      <Stack gap={16} padding={12}>
        {children}
      </Stack>
    </details>
  )
}
