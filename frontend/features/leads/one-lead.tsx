import type { LeadDetails } from '../../../shared/leads/schemas.ts'
import { useMayEditLead } from '../../domains/leads.ts'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { useLead } from './api.ts'
import { LeadDetailsDialog } from './lead-details.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import type { useLeadDialogs } from './lead-dialogs.ts'

interface OneLeadProps {
  readonly id: string
  readonly dialogs: ReturnType<typeof useLeadDialogs>
  /** Opens the next lead to call. */
  readonly onNext: () => void
}

/** Shows the details or the form of the lead that the page address names. */
export function OneLead({ id, dialogs, onNext }: OneLeadProps) {
  const { data, error, refetch } = useLead(id)
  if (data) return <Found lead={data} dialogs={dialogs} onNext={onNext} />
  return (
    <UnknownRecord
      noun="Lead"
      gone="De lead is verwijderd of niet van jou."
      error={error}
      onRetry={refetch}
      onClose={dialogs.close}
    />
  )
}

function Found({ lead, dialogs, onNext }: { readonly lead: LeadDetails } & Omit<OneLeadProps, 'id'>) {
  const mayEdit = useMayEditLead(lead)
  if (mayEdit && dialogs.isEditing) {
    return <LeadDialog lead={lead} onView={dialogs.openDetails} onClose={dialogs.close} />
  }
  return <LeadDetailsDialog lead={lead} onClose={dialogs.close} onEdit={() => dialogs.openForm(lead)} onNext={onNext} />
}
