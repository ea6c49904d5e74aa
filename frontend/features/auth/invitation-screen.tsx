import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod'
import { invitations, type PresentedInvitation } from '../../../shared/api/invitations.ts'
import { ownPassword } from '../../../shared/users/choices.ts'
import { paths } from '../../domains/paths.ts'
import { useTitle } from '../../lib/page.ts'
import { query, useCommand } from '../../lib/query.ts'
import { beginSession } from '../../lib/session.ts'
import { isGone, showFailure } from '../../records/failure.ts'
import { classNames } from '../../ui/class-names.ts'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import styles from './auth.module.css'
import { AuthCard } from './auth-card.tsx'

/** Shows the public page of an invitation link: the invited person chooses a password and continues with 2FA. */
export function InvitationScreen({ token }: { readonly token: string }) {
  const found = useQuery(query(invitations.presented, { params: { token } }))
  useTitle('Welkom')
  if (found.data) return <ChoosePassword token={token} invitation={found.data} />
  if (isGone(found.error)) {
    return (
      <AuthCard
        title="Deze link werkt niet meer"
        subtitle="De link is verlopen of al gebruikt. Vraag je teamleider of beheerder om een nieuwe uitnodiging."
      >
        <a className={classNames('pv-link', styles.leave)} href={paths.login}>
          Naar inloggen
        </a>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Welkom bij Partnerview" subtitle="We zoeken je uitnodiging op.">
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Uitnodiging laden">
          <Skeleton height="120px" />
        </div>
      )}
    </AuthCard>
  )
}

const Choice = z.object({ password: ownPassword })

interface ChoosePasswordProps {
  readonly token: string
  readonly invitation: PresentedInvitation
}

function ChoosePassword({ token, invitation: { firstName, email } }: ChoosePasswordProps) {
  const accept = useCommand(invitations.accept)
  const form = useZodForm(Choice, { defaultValues: { password: '' } })
  const navigate = useNavigate()
  const { password: wrong } = form.formState.errors

  async function save({ password }: z.output<typeof Choice>): Promise<void> {
    const login = await accept.mutateAsync({ params: { token }, body: { password } })
    beginSession(login)
    navigate(paths.home, { replace: true })
  }

  return (
    <AuthCard title={`Welkom bij Partnerview, ${firstName}`} subtitle="Kies een wachtwoord. Daarna stel je 2FA in.">
      <Form
        form={form}
        onSubmit={save}
        onFailure={(error) =>
          showFailure(error, { fallback: 'Er is een fout opgetreden bij het kiezen van het wachtwoord.' })
        }
      >
        {/* Password managers store the address with the password. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <FormField
          form={form}
          name="password"
          label="Wachtwoord"
          hint={wrong ? null : `Minstens 8 karakters. Je logt in met ${email}.`}
          required
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
        <SubmitButton>Wachtwoord kiezen</SubmitButton>
      </Form>
    </AuthCard>
  )
}
