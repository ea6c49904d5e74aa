import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import type { OwnerProof } from '../../../shared/api/schemas/account.ts'
import { FormCode } from '../../records/form-controls.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'

type Proof = z.input<typeof OwnerProof>

/** Shows the fields by which users prove again that the account is theirs: the password and a code. */
export function OwnerProofFields<V extends Proof, Out>({ form }: { readonly form: UseFormReturn<V, unknown, Out> }) {
  // The names of fields of any form that extends the proof are too general for the compiler.
  const proof = form as unknown as UseFormReturn<Proof>
  return (
    <>
      <FormField form={proof} name="password" label="Wachtwoord" hint="Jouw eigen wachtwoord" required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      <FormCode
        form={proof}
        name="token"
        label="2FA code"
        hint="Uit je authenticator-app, of een backup code."
        required
      />
    </>
  )
}
