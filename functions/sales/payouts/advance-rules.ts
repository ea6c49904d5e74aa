import type { stayingReasons } from '../../../shared/contract/schemas/advance.ts'
import { commissionStatusLabels } from '../../../shared/contract/schemas/commissions.ts'
import type { Caller } from '../../platform/actor.ts'
import { NOT_APPROVED, TO_CONFIRM } from '../approval.ts'
import type { CommissionRow } from '../entity.ts'
import { isPaidFor, OWN_MONEY } from '../own-money.ts'
import type { AdvanceRunRow } from './advance-entity.ts'

type Run = Pick<AdvanceRunRow, 'expectedStatus' | 'nextStatus' | 'withQuestions'>
type Reason = Exclude<(typeof stayingReasons)[number], 'invoice' | 'missing'>

/**
 * Returns the reason why a run leaves a row as it is, apart from roads; null where the row moves. `isAlone` is set for
 * the only active admin, who may move their own rows.
 */
export function reasonToStay(
  { expectedStatus, nextStatus, withQuestions }: Run,
  starter: Pick<Caller, 'id'>,
  row: CommissionRow,
  isAlone: boolean,
): Reason | null {
  if (counted(row.status) !== counted(expectedStatus)) return 'status'
  if (!isAlone && isPaidFor(starter.id, row)) return 'own'
  if (row.toConfirm) return 'toConfirm'
  if (nextStatus === 'klaar_voor_uitbetaling' && row.type === 'sale' && row.approvedAt === undefined)
    return 'notApproved'
  const isAsked = nextStatus === 'uitbetaald' && row.openQuestions > 0
  return isAsked && !withQuestions?.includes(row.id) ? 'question' : null
}

/** Treats a stored pending as nieuw (rulings 36). */
const counted = (status: AdvanceRunRow['expectedStatus']) => (status === 'pending' ? 'nieuw' : status)

/** Texts for rows that stay, by their reason. */
export const stayingTexts: Record<Reason, (row: CommissionRow) => string> = {
  status: ({ status }) => `Status was al ${commissionStatusLabels[status]}`,
  own: () => OWN_MONEY,
  toConfirm: () => TO_CONFIRM,
  notApproved: () => NOT_APPROVED,
  question: () => 'Er staat een vraag open',
}
