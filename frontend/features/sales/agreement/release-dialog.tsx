import * as z from 'zod'
import { requireText } from '../../../../shared/api/parts/fields.ts'
import type { Sale } from '../../../../shared/sales/schemas.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../../ui/fields/form.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'

const Release = z.object({ coolingOffReason: requireText('Vul een reden in', 500) })

interface ReleaseDialogProps {
  readonly sale: Sale
  /** Reason for which the sale is held, such as `Bedenktijd tot en met 14-12-2026`. */
  readonly why: string
  readonly release: (reason: z.output<typeof Release>) => Promise<unknown>
  readonly onClose: () => void
}

/** Shows the form in which an admin releases a sale for payment before the end of its bedenktijd, with a reason. */
export function ReleaseDialog({ sale, why, release, onClose }: ReleaseDialogProps) {
  const form = useZodForm(Release, { defaultValues: { coolingOffReason: '' } })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Toch vrijgeven?"
      description={`${sale.customerName}. ${why}. Herroept de klant, dan noteer je een correctie.`}
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={async (values) => {
          await release(values)
          onClose()
        }}
      >
        <DialogBody>
          <FormField form={form} name="coolingOffReason" label="Reden" required>
            {(field) => <TextArea {...field} rows={3} maxLength={500} />}
          </FormField>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Vrijgeven</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
