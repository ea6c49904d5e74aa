import * as z from 'zod'
import { requireText } from '../../../../shared/api/parts/fields.ts'
import type { Sale } from '../../../../shared/sales/schemas.ts'
import { FormDialog } from '../../../records/dialog/form-dialog.tsx'
import { FormArea } from '../../../records/form-controls.tsx'
import { useZodForm } from '../../../ui/fields/form.tsx'

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
    <FormDialog
      title="Toch vrijgeven?"
      description={`${sale.customerName}. ${why}. Herroept de klant, dan noteer je een correctie.`}
      form={form}
      onSubmit={async (values) => {
        await release(values)
        onClose()
      }}
      submit="Vrijgeven"
      onClose={onClose}
    >
      <FormArea form={form} name="coolingOffReason" label="Reden" rows={3} maxLength={500} required />
    </FormDialog>
  )
}
