import { OwnPasswordFields, useOwnPassword } from '../../domains/own-password.tsx'
import { useTitle } from '../../lib/page.ts'
import { logout } from '../../lib/session.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { AuthCard } from './auth-card.tsx'

/**
 * Stands in place of the app while the password is one that somebody else set: its owner chooses their own and logs in
 * with it. The only other way out is to log out.
 */
export function FirstPasswordScreen() {
  const { form, save } = useOwnPassword()
  useTitle('Wachtwoord kiezen')
  return (
    <AuthCard
      title="Kies je eigen wachtwoord"
      subtitle="Je wachtwoord is door iemand anders ingesteld. Vervang het door een wachtwoord dat alleen jij kent."
    >
      <Form
        form={form}
        className="auth-form"
        onSubmit={save}
        onFailure={(error) =>
          tellFailure(error, { fallback: 'Er is een fout opgetreden bij het wijzigen van het wachtwoord.' })
        }
      >
        <OwnPasswordFields form={form} current="Gekregen wachtwoord" />
        <SubmitButton>Wachtwoord wijzigen</SubmitButton>
      </Form>
      <Button tone="ghost" className="auth-leave" onClick={() => logout()}>
        Uitloggen
      </Button>
    </AuthCard>
  )
}
