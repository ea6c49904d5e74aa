import type { UserDetails } from '../../../shared/users/schemas.ts'
import { fullNameOf } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { ShownOnceDialog } from '../../ui/dialogs/shown-once-dialog.tsx'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { Copyable } from '../../ui/fields/copyable.tsx'
import styles from './users.module.css'

/** Lower-case letters and digits without `i`, `l`, `o`, `0` and `1`, which look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 4

/**
 * Returns a random temporary password of 79 bits, such as `h7kd-m2xp-q9tw-c4rz`. The person must replace it at the next
 * login.
 */
export function generateTemporaryPassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(GROUPS * GROUP))
  const letters = [...numbers].map((number) => ALPHABET[number % ALPHABET.length]).join('')
  return letters.replace(/.{4}(?=.)/g, '$&-')
}

/** Shows a button that generates a temporary password and passes it to `onGenerated`. */
export function GeneratePasswordButton({ onGenerated }: { readonly onGenerated: (password: string) => void }) {
  return (
    <Button size="small" className={styles.generate} onClick={() => onGenerated(generateTemporaryPassword())}>
      Wachtwoord genereren
    </Button>
  )
}

interface LoginDetailsDialogProps extends Returning {
  readonly user: Pick<UserDetails, 'firstName' | 'lastName' | 'email'>
  readonly password: string
}

/** Shows the web address, e-mail and temporary password of a person, once, so that the user can pass them on. */
export function LoginDetailsDialog({ user, password, returnFocus, onClose }: LoginDetailsDialogProps) {
  const { origin } = window.location
  const lines = [
    ['Adres', origin],
    ['E-mail', user.email],
    ['Tijdelijk wachtwoord', password],
  ] as const
  const text = [
    `Hallo ${user.firstName}, hiermee log je in bij Partnerview:`,
    ...lines.map(([label, value]) => `${label}: ${value}`),
    'Daarna kies je een eigen wachtwoord. Dan koppel je een app voor 2FA.',
  ].join('\n')
  return (
    <ShownOnceDialog
      title={`Overdracht voor ${fullNameOf(user)}`}
      description="Geef dit door: je ziet het alleen nu. Bij de eerste login volgen een eigen wachtwoord en 2FA."
      question="Heb je de gegevens doorgegeven?"
      returnFocus={returnFocus}
      onClose={onClose}
    >
      <CopyButton text={text} label="Alles kopiëren" withText />
      {lines.map(([label, value]) => (
        <Copyable key={label} label={label} text={value} />
      ))}
    </ShownOnceDialog>
  )
}
