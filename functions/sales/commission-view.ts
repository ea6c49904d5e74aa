import type { Actor } from '../../shared/access.ts'
import { fullName } from '../platform/user.ts'
import { amountsFor } from './amounts.ts'
import type { CommissionRow } from './entity.ts'

/** A commission as the API shows it to somebody: the amounts that they may see alone (rulings 37). */
export const commissionView = (actor: Pick<Actor, 'id' | 'role'>, row: CommissionRow) => ({
  ...row,
  ...amountsFor(actor, row),
  agentName: fullName(row.agent),
  ownerName: row.caller && fullName(row.caller),
  teamName: row.team.name,
  isOverridden: row.override !== undefined,
  overrideReason: row.override?.reason,
  hasOpenQuestion: row.openQuestions > 0,
})
