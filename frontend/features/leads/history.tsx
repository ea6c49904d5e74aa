import { leads } from '../../../shared/api/leads.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { formatDate } from '../../lib/format.ts'
import { formatFieldValue } from '../../records/field-values.ts'
import { RecordHistory } from '../../records/history.tsx'

/** Shows the history of a lead: who changed which fields, and when. */
export const LeadHistory = ({ id }: { readonly id: string }) => (
  <RecordHistory endpoint={leads.history} id={id} fields={leadFields} textOf={textOf} />
)

function textOf(field: string, value: unknown): string {
  if (field === 'appointmentId' && value) return 'gepland'
  const shown = field === 'consent' && value ? consentText(value as Consent) : value
  return formatFieldValue(leadFields[field as keyof typeof leadFields], shown)
}

type Consent = NonNullable<Lead['consent']>

const consentText = ({ source, date }: Consent) => `${source}, ${formatDate(date)}`
