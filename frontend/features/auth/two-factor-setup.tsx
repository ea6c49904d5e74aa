import { type FormEvent, useEffect, useRef, useState } from 'react'
import { auth } from '../../../shared/api/auth.ts'
import { BackupCodes } from '../../domains/account/backup-codes.tsx'
import { fieldErrorsOf, messageOf } from '../../lib/call-error.ts'
import type { Reply } from '../../lib/client.ts'
import { useCommand } from '../../lib/query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { CODE_LENGTH, CodeInput } from '../../ui/fields/code-input.tsx'
import { Copyable } from '../../ui/fields/copyable.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { dismissToast } from '../../ui/messages/toast.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import styles from './auth.module.css'

interface TwoFactorSetupProps {
  readonly setup: Reply<typeof auth.twoFactorSetup>
  /** E-mail address of the account, which the app shows beside the code. */
  readonly email: string
  readonly onVerified: () => void
}

/** Issuer that authenticator apps show (rulings 65). */
const ISSUER = 'Sales'

/** Splits a secret into groups of four, which are easier to copy by hand. */
const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

/**
 * Shows the new secret as QR code and text, the backup codes, and a field for the first code (spec §2). Removes the
 * toast, which could cover codes that are shown only once.
 */
export function TwoFactorSetup({ setup, email, onVerified }: TwoFactorSetupProps) {
  const isPhone = useIsPhone()
  const account = encodeURIComponent(`${ISSUER}:${email}`)
  const start = useRef<HTMLHeadingElement>(null)
  // The button that led here is gone, so keyboard and screen reader continue at the first step.
  useEffect(() => {
    start.current?.focus()
    dismissToast()
  }, [])
  return (
    <Stack gap={16}>
      <Section>
        <h2 ref={start} tabIndex={-1}>
          1. Scan de QR-code met een authenticator-app
        </h2>
        {isPhone && (
          <a
            className="pv-button pv-button-secondary"
            href={`otpauth://totp/${account}?secret=${setup.manualSecret}&issuer=${ISSUER}`}
          >
            Openen in authenticator-app
          </a>
        )}
        <img
          className={styles.qr}
          src={setup.qrCodeUrl}
          alt="QR-code voor je authenticator-app"
          width="176"
          height="176"
        />
        <Text as="p" size={13} color="muted">
          Zoals Google Authenticator of Microsoft Authenticator. Lukt scannen niet? Vul deze sleutel in de app in:
        </Text>
        <Copyable label="Sleutel" labelHidden text={setup.manualSecret} shown={inGroups(setup.manualSecret)} />
      </Section>
      <Section>
        <h2>2. Bewaar je backup codes</h2>
        <Text as="p" size={13} color="muted">
          Met een backup code log je in zonder telefoon. Elke code werkt één keer. Je ziet de codes alleen nu.
        </Text>
        <BackupCodes codes={setup.backupCodes} />
      </Section>
      <Section>
        <h2>3. Vul de code uit de app in</h2>
        <VerifyForm onVerified={onVerified} />
      </Section>
    </Stack>
  )
}

function VerifyForm({ onVerified }: Pick<TwoFactorSetupProps, 'onVerified'>) {
  const verify = useCommand(auth.twoFactorVerify)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // The last character submits, so that nobody looks for a button while the code expires.
  const isWhole = code.length === CODE_LENGTH
  useEffect(() => {
    if (isWhole) form.current?.requestSubmit()
  }, [isWhole])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (code === '') return refuse('Voer verificatiecode in')
    setProblem(undefined)
    setFailure(null)
    try {
      await verify.mutateAsync({ body: { token: code } })
      onVerified()
    } catch (error) {
      const [text] = fieldErrorsOf(error)['token'] ?? []
      setFailure(text === undefined ? messageOf(error, 'Probeer het opnieuw.') : '')
      setCode('')
      refuse(text)
    }
  }

  function refuse(text: string | undefined): void {
    setProblem(text)
    form.current?.querySelector('input')?.focus()
  }

  return (
    <Stack ref={form} as="form" gap={12} noValidate onSubmit={submit}>
      <Field label="Verificatiecode" error={problem}>
        <CodeInput name="token" value={code} onChange={setCode} />
      </Field>
      {failure !== null && (
        <Note tone="bad" role="alert">
          <strong>Verificatie mislukt</strong>
          <p>{failure}</p>
        </Note>
      )}
      <Button tone="primary" type="submit" busy={verify.isPending}>
        Verifiëren
      </Button>
    </Stack>
  )
}
