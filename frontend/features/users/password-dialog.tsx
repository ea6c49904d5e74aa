import type { RefObject } from 'react'
import * as z from 'zod'
import { PasswordChange, type UserDetails } from '../../../shared/contract/users.ts'
import { fullName } from '../../lib/format.ts'
import { endSession, useUser } from '../../lib/session.ts'
import { tellFailure } from '../../records/failure.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useChangePassword } from './api.ts'

const isRepeated = ({ newPassword, repeated }: { newPassword: string; repeated: string }) => newPassword === repeated
const repetition = { path: ['repeated'], error: 'Wachtwoorden komen niet overeen' }

const OthersPassword = PasswordChange.extend({ repeated: z.string() }).refine(isRepeated, repetition)
const OwnPassword = OthersPassword.safeExtend({
  currentPassword: z.string().min(1, 'Vul je huidige wachtwoord in').max(256),
})

interface PasswordDialogProps {
  readonly user: UserDetails
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Sets somebody's password, which logs them out; one's own also needs the current one (rulings 9). */
export function PasswordDialog({ user, returnFocus, onClose }: PasswordDialogProps) {
  const isOwn = useUser().id === user.id
  const change = useChangePassword()
  const form = useZodForm(isOwn ? OwnPassword : OthersPassword, {
    defaultValues: { newPassword: '', repeated: '', ...(isOwn ? { currentPassword: '' } : {}) },
  })

  const { newPassword } = form.formState.errors

  async function save({ newPassword, currentPassword }: z.output<typeof OthersPassword>): Promise<void> {
    const body = { newPassword, ...(isOwn ? { currentPassword } : {}) }
    await change.mutateAsync({ params: { id: user.id }, body })
    onClose()
    if (isOwn) endSession('logout')
    toast({
      title: 'Wachtwoord gewijzigd',
      ...(isOwn ? { description: 'Log opnieuw in met je nieuwe wachtwoord.' } : {}),
    })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      returnFocus={returnFocus}
      title="Wachtwoord wijzigen"
      description={isOwn ? 'Je wordt overal uitgelogd.' : `${fullName(user)} wordt overal uitgelogd.`}
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={save}
        onFailure={(error) =>
          tellFailure(error, { fallback: 'Er is een fout opgetreden bij het wijzigen van het wachtwoord.' })
        }
      >
        <DialogBody>
          {isOwn && (
            <FormField form={form} name="currentPassword" label="Huidig wachtwoord" required>
              {(field) => <PasswordInput {...field} autoComplete="current-password" />}
            </FormField>
          )}
          <FormField
            form={form}
            name="newPassword"
            label="Nieuw wachtwoord"
            hint={newPassword ? null : 'Minstens 8 karakters.'}
            required
          >
            {(field) => <PasswordInput {...field} autoComplete="new-password" />}
          </FormField>
          <FormField form={form} name="repeated" label="Herhaal nieuw wachtwoord" required>
            {(field) => <PasswordInput {...field} autoComplete="new-password" />}
          </FormField>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Wijzigen</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
