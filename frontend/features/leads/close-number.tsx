import { NumberToClose } from '../../../shared/api/customers.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import { showClosed, useCloseNumber } from '../../domains/contact/close-number.tsx'
import { showFailure } from '../../records/failure.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'

/** Asks for a number whose owner does not want to be called, and closes it, whoever has the customer (market 66). */
export function CloseNumber({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(NumberToClose, { defaultValues: { number: '', source: '' } })
  const close = useCloseNumber()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Nummer niet meer bellen"
      description="Het nummer verdwijnt meteen uit alle bellijsten. Alleen een beheerder geeft het weer vrij."
      size="small"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={async (body) => {
          const { mayBeJudged } = await close.mutateAsync({ body })
          showClosed(mayBeJudged)
          onClose()
        }}
        onFailure={(error) => showFailure(error, { fallback: 'Er is een fout opgetreden' })}
      >
        <DialogBody>
          <FormField form={form} name="number" label={leadFields.customerPhone.label} required>
            {(field) => <TextInput {...field} type="tel" />}
          </FormField>
          <FormField form={form} name="source" label={leadFields.doNotCallSource.label} optional>
            {(field) => <TextInput {...field} maxLength={200} />}
          </FormField>
        </DialogBody>
        <DialogFooter>
          <DialogClose>Annuleren</DialogClose>
          <SubmitButton>Niet meer bellen</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
