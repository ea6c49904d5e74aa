import { TextInput, type TextInputProps } from './text-input.tsx'
import '../layout/text.css'

/** Number of characters of a code (spec §2). */
export const CODE_LENGTH = 6

/**
 * Shows a field for a code of six characters, of an authenticator app or a backup code (spec §2, rulings 7). Keeps only
 * letters and digits, and changes letters to upper case.
 */
export function CodeInput({ onChange, ...rest }: Omit<TextInputProps, 'type' | 'maxLength'>) {
  return (
    <TextInput
      {...rest}
      className="pv-code pv-weight-bold pv-center pv-tabular"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(text) => onChange(codeOf(text))}
    />
  )
}

function codeOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, CODE_LENGTH)
}
