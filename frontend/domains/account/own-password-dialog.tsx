import type { RefObject } from 'react'
import { showFailure } from '../../records/failure.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Form, SubmitButton } from '../../ui/fields/form.tsx'
import { OwnPasswordFields, useOwnPassword } from './own-password.tsx'

interface OwnPasswordDialogProps {
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export const showPasswordFailure = (error: unknown) =>
  showFailure(error, { fallback: 'Er is een fout opgetreden bij het wijzigen van het wachtwoord.' })

/** Shows the form that changes the user's own password, which logs them out everywhere (rulings 9). */
export function OwnPasswordDialog({ returnFocus, onClose }: OwnPasswordDialogProps) {
  const { form, save } = useOwnPassword()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      returnFocus={returnFocus}
      title="Wachtwoord wijzigen"
      description="Je wordt overal uitgelogd."
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={async (values) => {
          await save(values)
          onClose()
        }}
        onFailure={showPasswordFailure}
      >
        <DialogBody>
          <OwnPasswordFields form={form} />
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Wijzigen</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
