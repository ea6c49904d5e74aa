import { auth } from '../../../shared/contract/auth.ts'
import { messageOf } from '../../lib/call-error.ts'
import { endSession } from '../../lib/session.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useDisableTwoFactor } from './api.ts'

interface DisableTwoFactorDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Turns 2FA off after the password and a code; all sessions end, and the next login forces the set-up (rulings 7). */
export function DisableTwoFactorDialog({ open, onOpenChange }: DisableTwoFactorDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title="2FA uitschakelen?"
      description="Je wordt overal uitgelogd. Bij je volgende login stel je 2FA opnieuw in."
    >
      <DisableForm />
    </Dialog>
  )
}

function DisableForm() {
  const disable = useDisableTwoFactor()
  const form = useZodForm(auth.twoFactorDisable.body, { defaultValues: { password: '', token: '' } })
  return (
    <Form
      form={form}
      className="pv-dialog-form"
      onSubmit={async (body) => {
        await disable.mutateAsync({ body })
        endSession('logout')
        toast({ title: '2FA uitgeschakeld', description: 'Log opnieuw in om 2FA weer in te stellen.' })
      }}
      onFailure={(error) =>
        toast({
          title: 'Fout bij uitschakelen 2FA',
          description: messageOf(error, 'Probeer het opnieuw.'),
          tone: 'destructive',
        })
      }
    >
      <DialogBody>
        <FormField form={form} name="password" label="Wachtwoord" required>
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        <FormField
          form={form}
          name="token"
          label="2FA code"
          hint="Uit je authenticator-app, of een backup code."
          required
        >
          {(field) => <CodeInput {...field} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <SubmitButton tone="danger">2FA uitschakelen</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
