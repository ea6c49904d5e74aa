import { partners } from '../../../../shared/api/partners.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { useCommand } from '../../../lib/query.ts'
import { isGone, showFailure } from '../../../records/failure.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../../ui/messages/toast.ts'

interface RemovePartnerProps {
  readonly partner: Partner
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRemoved: () => void
}

/** Shows the question before a partner is deleted. The server refuses to delete a partner with invoices. */
export function RemovePartner({ partner: { id, name }, onRemoved, ...state }: RemovePartnerProps) {
  const remove = useCommand(partners.remove)

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id } })
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden bij het verwijderen van de partner.' })
      if (!isGone(error)) return
    }
    toast({ title: 'Partner verwijderd' })
    onRemoved()
  }

  return (
    <Confirm
      {...state}
      title={`${name} verwijderen?`}
      description="De partner wordt definitief verwijderd. Een partner met facturen kan alleen op inactief."
      confirmText="Verwijderen"
      onConfirm={confirm}
    />
  )
}
