import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { stayingReasons } from '../../../shared/api/schemas/advance.ts'
import type { Caller } from '../../platform/actor.ts'
import { NOT_APPROVED, TO_CONFIRM } from '../approval.ts'
import type { CommissionRow } from '../commission-entity.ts'
import type { CoolingOffSettings } from '../commissions/commission-settings.ts'
import { findHold, holdText } from '../commissions/holding.ts'
import { isPayeeOf, OWN_MONEY } from '../own-money.ts'
import type { AdvanceRunRow } from './advance-entity.ts'

type Run = Pick<AdvanceRunRow, 'expectedStatus' | 'nextStatus' | 'withQuestions'>
type Reason = Exclude<(typeof stayingReasons)[number], 'invoice' | 'held' | 'firstPayment' | 'missing'>

/**
 * Returns why a run does not move a commission to its next status; null where it moves. Does not check whether a payee
 * can be paid by hand, and by whom for the first time; the payment itself does. `isAlone` means that the starter is the only active admin, who may
 * move their own commissions; `settings` are those about the bedenktijd.
 */
export function findReasonToStay(
  { expectedStatus, nextStatus, withQuestions }: Run,
  starter: Pick<Caller, 'id'>,
  row: CommissionRow,
  { isAlone, settings }: { readonly isAlone: boolean; readonly settings: CoolingOffSettings },
): Reason | null {
  if (comparedStatus(row.status) !== comparedStatus(expectedStatus)) return 'status'
  if (!isAlone && isPayeeOf(starter.id, row)) return 'own'
  if (row.toConfirm) return 'toConfirm'
  if (nextStatus === 'klaar_voor_uitbetaling' && row.type === 'sale' && row.approvedAt === undefined)
    return 'notApproved'
  const hold = nextStatus === 'klaar_voor_uitbetaling' ? findHold(row, settings) : null
  if (hold) return hold
  const isQuestioned = nextStatus === 'uitbetaald' && row.openQuestions > 0
  return isQuestioned && !withQuestions?.includes(row.id) ? 'question' : null
}

/** Returns the status with which a run compares commissions; `pending` counts as nieuw (rulings 36). */
const comparedStatus = (status: AdvanceRunRow['expectedStatus']) => (status === 'pending' ? 'nieuw' : status)

/** Dutch texts about commissions that a run does not move, by reason. */
export const stayingTexts: Record<Reason, (row: CommissionRow) => string> = {
  status: ({ status }) => `Status was al ${saleStatusLabels[status]}`,
  own: () => OWN_MONEY,
  toConfirm: () => TO_CONFIRM,
  notApproved: () => NOT_APPROVED,
  coolingOff: holdText,
  unconfirmed: holdText,
  question: () => 'Er staat een vraag open',
}
