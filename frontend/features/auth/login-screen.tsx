import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { auth } from '../../../shared/api/auth.ts'
import { messageOf } from '../../lib/call-error.ts'
import { useTitle } from '../../lib/page.ts'
import { useCommand } from '../../lib/query.ts'
import { beginSession } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CODE_LENGTH, CodeInput } from '../../ui/fields/code-input.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { type ToastMessage, toast } from '../../ui/messages/toast.ts'
import { AuthCard } from './auth-card.tsx'

const REDIRECT_AFTER_MS = 500

type Step = 'credentials' | 'code'
type FieldName = 'email' | 'password' | 'code'

/** Shows the login: e-mail and password, then a 2FA code when the server asks for it (spec §2, §5, §8). */
export function LoginScreen() {
  const { form, step, busy, field, submit, goBack } = useLoginForm()
  useTitle('Inloggen')
  return (
    <AuthCard title="Partnerview" subtitle="Log in om door te gaan">
      <Stack ref={form} as="form" gap={16} noValidate onSubmit={submit}>
        <Field label="E-mail">
          <TextInput
            {...field('email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            disabled={step === 'code'}
          />
        </Field>
        <Field label="Wachtwoord">
          <PasswordInput {...field('password')} autoComplete="current-password" disabled={step === 'code'} />
        </Field>
        {step === 'code' && (
          <Field label="2FA code" hint="De 6-cijferige code uit je authenticator-app, of een van je backup codes.">
            <CodeInput {...field('code')} />
          </Field>
        )}
        {step === 'credentials' ? (
          <Button tone="primary" type="submit" busy={busy} busyText="Inloggen...">
            Inloggen
          </Button>
        ) : (
          <>
            <Button tone="primary" type="submit" busy={busy}>
              Verifiëren
            </Button>
            <Button tone="ghost" disabled={busy} onClick={goBack}>
              Terug naar login
            </Button>
          </>
        )}
      </Stack>
    </AuthCard>
  )
}

/** Keeps what is typed, sends it, and shows the outcome; focuses the field that needs input. */
function useLoginForm() {
  const [typed, setTyped] = useState({ email: '', password: '', code: '' })
  const [step, setStep] = useState<Step>('credentials')
  const [entering, setEntering] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const login = useCommand(auth.login)
  const busy = login.isPending || entering
  const put = (name: FieldName, value: string) => setTyped((before) => ({ ...before, [name]: value }))
  const focusOn = useCallback((field: FieldName) => {
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }, [])

  useEffect(() => {
    focusOn(step === 'code' ? 'code' : 'email')
  }, [step, focusOn])

  // The last character submits, typed or pasted, as at the first code of an app.
  const isWhole = typed.code.length === CODE_LENGTH
  useEffect(() => {
    if (isWhole) form.current?.requestSubmit()
  }, [isWhole])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { email, password, code } = typed
    const missing = findMissingField({ step, ...typed })
    if (missing) {
      focusOn(missing.field)
      return toast({ ...missing.message, tone: 'destructive' })
    }
    if (busy) return
    try {
      const reply = await login.mutateAsync({
        body: { email, password, ...(step === 'code' ? { twoFactorCode: code } : {}) },
      })
      if (reply.requiresTwoFactor) return askForCode()
      if (!reply.id || !reply.sessionId) return refuse('Ongeldige server response')
      toast({ title: 'Succesvol ingelogd', description: 'Welkom terug!' })
      setEntering(true)
      setTimeout(() => beginSession(reply), REDIRECT_AFTER_MS)
    } catch (error) {
      refuse(messageOf(error, 'Controleer je inloggegevens'))
    }
  }

  function askForCode(): void {
    setStep('code')
    toast({ title: '2FA Verificatie Vereist', description: 'Voer je 2FA code in om door te gaan', tone: 'info' })
  }

  function refuse(description: string): void {
    put('code', '')
    focusOn('code')
    toast({ title: 'Inloggen mislukt', description, tone: 'destructive' })
  }

  function goBack(): void {
    put('code', '')
    setStep('credentials')
  }

  const field = (name: FieldName) => ({ name, value: typed[name], onChange: (value: string) => put(name, value) })
  return { form, step, busy, field, submit, goBack }
}

interface Entered extends Readonly<Record<FieldName, string>> {
  readonly step: Step
}

/** Returns the first empty field with its message, in the words of spec §5; null when all are filled. */
function findMissingField({
  step,
  email,
  password,
  code,
}: Entered): { field: FieldName; message: ToastMessage } | null {
  const message = { title: 'Velden vereist', description: 'Vul alle velden in' }
  if (email.trim() === '') return { field: 'email', message }
  if (password === '') return { field: 'password', message }
  if (step === 'code' && code === '') {
    return { field: 'code', message: { title: 'Twee-factor code vereist', description: 'Voer je 2FA code in' } }
  }
  return null
}
