import * as z from 'zod'
import { requireText } from '../../../shared/api/parts/fields.ts'
import { sales } from '../../../shared/api/sales.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { FormDialog } from '../../records/dialog/form-dialog.tsx'
import { useDraft } from '../../records/dialog/use-draft.ts'
import { isConflictOrGone } from '../../records/failure.ts'
import { FormArea } from '../../records/form-controls.tsx'
import { useZodForm } from '../../ui/fields/form.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { showStepFailure } from './step-failure.ts'

const empty = { rejectionReason: '' }
const Rejection = z.object({ rejectionReason: requireText('Vul een reden in', 500) })

/** Shows the form that rejects a sale; a reason is required (rulings 35). */
export function RejectDialog({ sale, onClose }: { readonly sale: Sale; readonly onClose: () => void }) {
  const setStatus = useCommand(sales.status)
  const form = useZodForm(Rejection, { defaultValues: empty })
  const { discard } = useDraft(form, {
    name: `rejection:${sale.id}`,
    version: null,
    defaults: empty,
    secrets: [],
    given: [],
  })

  async function reject({ rejectionReason }: z.output<typeof Rejection>): Promise<void> {
    await setStatus.mutateAsync({
      params: { id: sale.id },
      body: { status: 'rejected', rejectionReason },
      version: sale.version,
    })
    discard()
    toast({ title: 'Sale afgewezen' })
    onClose()
  }

  function refuse(error: unknown): void {
    void showStepFailure(error, sale, 'De sale kon niet worden afgewezen.')
    if (isConflictOrGone(error)) onClose()
  }

  return (
    <FormDialog
      title="Sale afwijzen"
      description={`${sale.customerName}. Een afgewezen sale telt niet meer mee. Terugdraaien kan niet.`}
      onDiscard={discard}
      form={form}
      onSubmit={reject}
      onFailure={refuse}
      submit="Afwijzen"
      tone="danger"
      onClose={onClose}
    >
      <FormArea form={form} name="rejectionReason" label="Reden" rows={3} maxLength={500} required />
    </FormDialog>
  )
}
