import { type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { urgencyLabel, urgencyOf } from '../../../shared/urgency.ts'
import { urgencyTones } from '../../domains/contracts.ts'
import { Badge } from '../../ui/display/badge.tsx'

/** Shows how soon a contract ends as a coloured label (spec §4, rulings 52). */
export function UrgencyBadge({ expiryDate }: { readonly expiryDate: string }) {
  const urgency = urgencyOf(expiryDate as LocalDate, localDateOf(now()))
  return <Badge tone={urgencyTones[urgency.level]}>{urgencyLabel(urgency)}</Badge>
}
