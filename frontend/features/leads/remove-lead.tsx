import type { Lead } from '../../../shared/contract/leads.ts'
import { refreshLeads } from '../../domains/leads.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useRemoveLead } from './api.ts'

interface RemoveLeadProps {
  readonly lead: Lead
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRemoved: () => void
}

/** Asks before a lead is deleted (spec §8), naming the customer. */
export function RemoveLead({ lead, onRemoved, ...state }: RemoveLeadProps) {
  const remove = useRemoveLead()
  const { id, version, customerName } = lead

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id }, version })
    } catch (error) {
      tellFailure(error, { fallback: 'Er is een fout opgetreden bij het verwijderen van de lead.' })
      if (!isOvertaken(error)) throw error
      refreshLeads()
      return
    }
    toast({ title: 'Lead verwijderd' })
    onRemoved()
  }

  return (
    <Confirm
      {...state}
      title={`Lead ${customerName} verwijderen?`}
      description="De lead en wat er bij telefoontjes is genoteerd worden definitief verwijderd."
      confirmText="Verwijderen"
      onConfirm={confirm}
    />
  )
}
