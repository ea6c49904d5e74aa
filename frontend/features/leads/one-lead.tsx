import type { LeadDetails } from '../../../shared/contract/leads.ts'
import { useMayEditLead } from '../../domains/leads.ts'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { useLead } from './api.ts'
import { LeadDetailsDialog } from './lead-details.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import type { useLeadDialogs } from './lead-dialogs.ts'

interface OneLeadProps {
  readonly id: string
  readonly dialogs: ReturnType<typeof useLeadDialogs>
}

/** The lead that the address names: its details, or its form. */
export function OneLead({ id, dialogs }: OneLeadProps) {
  const { data, error, refetch } = useLead(id)
  if (data) return <Found lead={data} dialogs={dialogs} />
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

function Found({ lead, dialogs }: { readonly lead: LeadDetails } & Pick<OneLeadProps, 'dialogs'>) {
  const mayEdit = useMayEditLead(lead)
  if (mayEdit && dialogs.isEditing) {
    return <LeadDialog lead={lead} onView={dialogs.openDetails} onClose={dialogs.close} />
  }
  return <LeadDetailsDialog lead={lead} onClose={dialogs.close} onEdit={() => dialogs.openForm(lead)} />
}
