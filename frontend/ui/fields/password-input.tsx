import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'end' | 'autoComplete'> {
  readonly autoComplete: 'current-password' | 'new-password'
}

/** Shows a field for a password, with a button that shows and hides the text. */
export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          size="small"
          label={shown ? 'Wachtwoord verbergen' : 'Wachtwoord tonen'}
          icon={shown ? <EyeOff /> : <Eye />}
          {...(props.disabled === undefined ? {} : { disabled: props.disabled })}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
