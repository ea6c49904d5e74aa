import { View } from '@aws-amplify/ui-react'
import type { ChangeEvent, Ref } from 'react'
import { useField } from './field.tsx'

interface TextAreaProps {
  readonly value: string | null | undefined
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly name?: string
  readonly placeholder?: string
  readonly rows?: number
  readonly maxLength?: number
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly 'aria-label'?: string
}

/** Shows a field for several lines of text; it grows with the text where the browser can. */
export function TextArea({ value, onChange, disabled, rows = 3, ...rest }: TextAreaProps) {
  const { control } = useField()
  return (
    <View
      {...rest}
      {...control}
      as="textarea"
      rows={rows}
      value={value ?? ''}
      isDisabled={disabled ?? false}
      className="pv-control pv-textarea"
      onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.target.value)}
    />
  )
}
