import type { RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx'

/** Lower case and digits that nobody takes for another one when a password is read out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 4

/** A random first password, such as `h7kd-m2xp-q9tw-c4rz` (79 bits); its owner replaces it at the first login. */
function newFirstPassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(GROUPS * GROUP))
  const letters = [...numbers].map((number) => ALPHABET[number % ALPHABET.length]).join('')
  return letters.replace(/.{4}(?=.)/g, '$&-')
}

/** Makes a first password; stands under its field. */
export function GenerateButton({ onGenerated }: { readonly onGenerated: (password: string) => void }) {
  return (
    <Button size="small" className="users-generate" onClick={() => onGenerated(newFirstPassword())}>
      Wachtwoord genereren
    </Button>
  )
}

interface FirstPasswordDialogProps {
  /** Whose it is. */
  readonly name: string
  readonly password: string
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Shows a generated password this once, to be handed over. */
export function FirstPasswordDialog({ name, password, returnFocus, onClose }: FirstPasswordDialogProps) {
  return (
    <ShownOnceDialog
      title={`Wachtwoord voor ${name}`}
      description="Geef het zelf door: je ziet het alleen nu. Bij de eerste login kiest de gebruiker een eigen wachtwoord."
      question="Heb je het wachtwoord doorgegeven?"
      returnFocus={returnFocus}
      onClose={onClose}
    >
      <Copyable label="Wachtwoord" labelHidden text={password} />
    </ShownOnceDialog>
  )
}
