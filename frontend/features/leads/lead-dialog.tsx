import { leads } from '../../../shared/api/leads.ts'
import { lead as card } from '../../../shared/leads/record.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { showClosed } from '../../domains/contact/close-number.tsx'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { useSave } from '../../records/dialog/use-save.ts'
import { bodyOf, findChangedFields, LeadForm, valuesOf } from './form-values.ts'
import { LeadFields } from './lead-fields.tsx'
import { RemoveLead } from './remove-lead.tsx'

interface LeadDialogProps {
  /** Lead to edit; null for a new one. */
  readonly lead: Lead | null
  readonly onView: (lead: Lead) => void
  readonly onClose: () => void
}

/** Shows the form that creates or edits a lead (spec §2, Leads Zakelijk). */
export function LeadDialog({ lead, onView, onClose }: LeadDialogProps) {
  const save = useSave(leads.create, leads.update)
  return (
    <RecordDialog
      card={card}
      kind="lead"
      record={lead}
      schema={LeadForm}
      valuesOf={valuesOf}
      size="wide"
      title={lead ? 'Lead bewerken' : 'Lead Toevoegen'}
      save={(values, base) => save(bodyOf(values, base === null), base)}
      saved={lead ? 'Lead bijgewerkt' : 'Lead aangemaakt'}
      onView={onView}
      onSaved={({ mayBeJudged }) => mayBeJudged && showClosed(true)}
      failure={{ fallback: 'Er is een fout opgetreden' }}
      conflict={{ newest: leads.get, changes: findChangedFields }}
      removal={(base, slot) => <RemoveLead lead={base} {...slot} />}
      onClose={onClose}
    >
      {(form, base) => <LeadFields form={form} lead={base} />}
    </RecordDialog>
  )
}
