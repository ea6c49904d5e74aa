import { can } from '../../shared/access.ts'
import { forbidden, unprocessable } from '../../shared/errors.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { type DoNotCallEntry, findDoNotCall, liftDoNotCall } from '../known-customers/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Change } from '../platform/data/commit.ts'
import { planClosing } from './closings.ts'
import type { LeadRow } from './entity.ts'

/** Fields of the form about the do-not-call mark. */
interface DoNotCallForm {
  readonly doNotCallSource?: string | null | undefined
  readonly doNotCallLiftReason?: string | null | undefined
}

/**
 * Returns the changes that put a lead's number on the do-not-call list (`wish` true) or take it off (false); none when
 * nothing changes. `since` is the number's entry afterwards: null when off the list, undefined without a wish or a
 * valid number. `mayBeJudged` is set when somebody may reopen the number. Throws 422 when a number to put on the list is invalid or the reason to take it off is missing. Throws
 * 403 when anybody but an admin takes it off.
 */
export async function planDoNotCallChanges(
  actor: Caller,
  row: LeadRow,
  wish: boolean | undefined,
  form: DoNotCallForm,
) {
  const { customerPhone: phone } = row
  if (wish === undefined) return { changes: [] as Change[] }
  if (!phone || readPhones(phone).length === 0) {
    if (wish) throw unprocessable('Vul eerst het telefoonnummer in dat niet gebeld wil worden', 'customerPhone')
    return { changes: [] as Change[] }
  }
  const before = await findDoNotCall(phone)
  if (!wish && before === null) return { since: before, changes: [] as Change[] }
  if (wish) {
    const since = { date: localDateOf(now()), source: form.doNotCallSource ?? null }
    const closed = await planClosing(actor, phone, since)
    if (closed.every(({ isAgain }) => isAgain)) return { since: before, changes: closed }
    const mayBeJudged = closed.some((one) => one.mayBeJudged)
    return { since, mayBeJudged, changes: [...closed, numberHistoryChange(row.id, since)] }
  }
  if (!can(actor, 'customer:lift')) throw forbidden('Alleen een beheerder kan een nummer weer vrijgeven')
  const reason = form.doNotCallLiftReason
  if (!reason) throw unprocessable('Vul in waarom dit nummer weer gebeld mag worden', 'doNotCallLiftReason')
  const opened = await liftDoNotCall(phone, reason)
  return { since: null, changes: [...opened, numberHistoryChange(row.id, null)] }
}

/**
 * Returns the change that adds to a lead's history that its number was put on the do-not-call list, with how the
 * customer said so, or taken off it (null).
 */
export const numberHistoryChange = (leadId: string, closed: DoNotCallEntry | null): Change => ({
  action: 'lead.do-not-call',
  entity: { type: 'lead', id: leadId },
  before: { doNotCall: closed === null },
  after: { doNotCall: closed !== null, ...(closed?.source ? { doNotCallSource: closed.source } : {}) },
  write: [],
})
