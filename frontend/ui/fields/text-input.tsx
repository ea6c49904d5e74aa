import { Input } from '@aws-amplify/ui-react'
import type { HTMLInputAutoCompleteAttribute, KeyboardEvent, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { useField } from './field.tsx'
import '../layout/layout.css'
import '../layout/text.css'

export interface TextInputProps {
  readonly value: string | null | undefined
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly name?: string
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password'
  readonly placeholder?: string
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly autoCapitalize?: 'none' | 'characters' | 'words' | 'sentences'
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'search'
  readonly enterKeyHint?: 'enter' | 'done' | 'go' | 'next' | 'search' | 'send'
  readonly spellCheck?: boolean
  readonly maxLength?: number
  readonly disabled?: boolean
  readonly readOnly?: boolean
  /** Icon or sign inside the box, before the text. */
  readonly start?: ReactNode
  /** Sign or button inside the box, after the text. */
  readonly end?: ReactNode
  readonly className?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly 'aria-label'?: string
}

/** Shows a field for one line of text. `onChange` gets the text itself instead of an event, as `FormField` expects. */
export function TextInput(props: TextInputProps) {
  const { value, onChange, disabled, readOnly, start, end, className, type = 'text', autoComplete, ...rest } = props
  const { control } = useField()
  return (
    <div
      className={classNames('pv-input', start !== undefined && 'pv-input-start', end !== undefined && 'pv-input-end')}
    >
      {start !== undefined && (
        <span className="pv-beside pv-color-soft pv-input-sign pv-input-sign-start">{start}</span>
      )}
      <Input
        {...rest}
        {...control}
        type={type}
        autoComplete={autoComplete ?? 'off'}
        value={value ?? ''}
        hasError={control['aria-invalid']}
        isDisabled={disabled ?? false}
        isReadOnly={readOnly ?? false}
        className={classNames('pv-control', className)}
        onChange={(event) => onChange(event.target.value)}
      />
      {end !== undefined && <span className="pv-beside pv-color-soft pv-input-sign pv-input-sign-end">{end}</span>}
    </div>
  )
}
