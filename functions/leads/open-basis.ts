import { basisToStore, type ContactBasis, type OpenBasis } from '../../shared/api/parts/contact-basis.ts'
import { unprocessable } from '../../shared/errors.ts'
import { addDays, addSeconds, type Instant, localDateOf, nextMidnight, now } from '../../shared/time.ts'
import type { LeadRow } from './entity.ts'

/** Seconds in which a customer who called us may be called without another reason. */
const INBOUND = 2 * 60 * 60
/** Seconds before the agreed time from which the customer may be called back. */
const EARLY = 15 * 60
/** Days ahead that a customer who called us may agree to be called back. */
const AGREED_DAYS = 14

/** Returns the open reason of a lead, unless its time is over or still to come. */
const openAt = ({ openBasis }: Pick<LeadRow, 'openBasis'>, at: Instant): OpenBasis | undefined =>
  openBasis && openBasis.from <= at && at <= openBasis.until ? openBasis : undefined

/** Returns the reason for a call or booking of a lead at a moment: the sent one, else the open one, else `missing`. */
export const basisFor = (row: Pick<LeadRow, 'openBasis'>, sent: ContactBasis | undefined, at = now()) => {
  const open = openAt(row, at)
  return basisToStore(sent ?? (open && { kind: open.kind, consentId: null, note: null }))
}

/**
 * Returns the open reason of a lead after a call or booking. A customer who called us may be called for two hours, and
 * once at the time that was agreed in that call. Throws 422 for an agreed time later than 14 days ahead.
 */
export function openBasisAfter(
  row: Pick<LeadRow, 'openBasis'>,
  sent: ContactBasis | undefined,
  callBackAt: string | null | undefined,
): OpenBasis | undefined {
  const at = now()
  const open = openAt(row, at)
  if ((sent?.kind ?? open?.kind) === 'inbound') {
    if (callBackAt) return agreedAt(callBackAt as Instant)
    return open && !sent ? open : { kind: 'inbound', from: at, until: addSeconds(at, INBOUND) }
  }
  return open?.kind === 'requested' ? undefined : row.openBasis
}

function agreedAt(callBackAt: Instant): OpenBasis {
  if (localDateOf(callBackAt) > addDays(localDateOf(now()), AGREED_DAYS)) {
    throw unprocessable('Kies een moment binnen 14 dagen. Langer geldt deze afspraak niet.', 'callBackAt')
  }
  return { kind: 'requested', from: addSeconds(callBackAt, -EARLY), until: nextMidnight(callBackAt) }
}
