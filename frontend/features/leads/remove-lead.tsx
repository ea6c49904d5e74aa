import { leads } from '../../../shared/api/leads.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { RemoveRecord } from '../../records/dialog/remove-record.tsx'

interface RemoveLeadProps {
  readonly lead: Lead
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRemoved: () => void
}

/** Asks for confirmation, naming the customer (spec §8), and then deletes a lead. */
export function RemoveLead({ lead: { id, version, customerName }, ...state }: RemoveLeadProps) {
  const remove = useCommand(leads.remove)
  return (
    <RemoveRecord
      {...state}
      title={`Lead ${customerName} verwijderen?`}
      description="De lead en de notities van gesprekken worden definitief verwijderd."
      remove={() => remove.mutateAsync({ params: { id }, version })}
      removed="Lead verwijderd"
      fallback="Er is een fout opgetreden bij het verwijderen van de lead."
    />
  )
}
