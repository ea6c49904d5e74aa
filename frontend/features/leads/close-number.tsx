import { NumberToClose } from '../../../shared/api/customers.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import { showClosed, useCloseNumber } from '../../domains/contact/close-number.tsx'
import { FormDialog } from '../../records/dialog/form-dialog.tsx'
import { showFailure } from '../../records/failure.ts'
import { FormText } from '../../records/form-controls.tsx'
import { useZodForm } from '../../ui/fields/form.tsx'

/** Asks for a number whose owner does not want to be called, and closes it, whoever has the customer (market 66). */
export function CloseNumber({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(NumberToClose, { defaultValues: { number: '', source: '' } })
  const close = useCloseNumber()
  return (
    <FormDialog
      title="Nummer niet meer bellen"
      description="Het nummer verdwijnt meteen uit alle bellijsten. Alleen een beheerder geeft het weer vrij."
      form={form}
      onSubmit={async (body) => {
        const { mayBeJudged } = await close.mutateAsync({ body })
        showClosed(mayBeJudged)
        onClose()
      }}
      onFailure={(error) => showFailure(error, { fallback: 'Er is een fout opgetreden' })}
      submit="Niet meer bellen"
      onClose={onClose}
    >
      <FormText form={form} name="number" label={leadFields.customerPhone.label} type="tel" required />
      <FormText form={form} name="source" label={leadFields.doNotCallSource.label} maxLength={200} optional />
    </FormDialog>
  )
}
