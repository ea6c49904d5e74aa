import { type LocalDate, localDateOf, now, type UrgencyLevel, urgencyLabel, urgencyOf } from '../../../shared/time.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<UrgencyLevel, Tone> = {
  expired: 'bad',
  'within-1-month': 'bad',
  'within-3-months': 'warn',
  'within-6-months': 'info',
  later: 'neutral',
}

/** How soon a contract ends (spec §4, rulings 52). */
export function UrgencyBadge({ expiryDate }: { readonly expiryDate: string }) {
  const urgency = urgencyOf(expiryDate as LocalDate, localDateOf(now()))
  return <Badge tone={tones[urgency.level]}>{urgencyLabel(urgency)}</Badge>
}
