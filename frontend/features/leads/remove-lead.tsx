import { leads } from '../../../shared/api/leads.ts'
import { lead as card } from '../../../shared/leads/record.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { RemoveRecord } from '../../records/dialog/remove-record.tsx'

interface RemoveLeadProps {
  readonly lead: Lead
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRemoved: () => void
}

/** Asks for confirmation, naming the customer (spec §8), and then deletes a lead. */
export const RemoveLead = ({ lead, ...state }: RemoveLeadProps) => (
  <RemoveRecord
    {...state}
    noun={card.noun}
    record={lead}
    endpoint={leads.remove}
    title={`Lead ${lead.customerName} verwijderen?`}
    description="De lead en de notities van gesprekken worden definitief verwijderd."
    fallback="Er is een fout opgetreden bij het verwijderen van de lead."
  />
)
