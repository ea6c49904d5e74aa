import { type LeadHistoryField, leadFields } from '../../../shared/leads/record.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { formatDate } from '../../lib/format.ts'
import { formatFieldValue, labelsOf } from '../../records/field-values.ts'
import { History } from '../../records/history.tsx'
import { useHistory } from './api.ts'

const labels = labelsOf(leadFields)

/** Shows the history of a lead: who changed which fields, and when. */
export const LeadHistory = ({ leadId }: { readonly leadId: string }) => (
  <History history={useHistory(leadId)} labels={labels} textOf={textOf} />
)

function textOf(field: LeadHistoryField, value: unknown): string {
  if (field === 'appointmentId' && value) return 'gepland'
  return formatFieldValue(leadFields[field], field === 'consent' && value ? consentText(value as Consent) : value)
}

type Consent = NonNullable<Lead['consent']>

const consentText = ({ source, date }: Consent) => `${source}, ${formatDate(date)}`
