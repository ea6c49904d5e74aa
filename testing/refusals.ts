import type { Refused } from '../infra/local/rights/guard.ts'
import { describeMissingRights } from '../infra/local/rights/missing.ts'

/**
 * Throws when functions tried an action that their role does not allow. On AWS the action would fail, even if no test
 * noticed. The message has the commands that add the rights.
 */
export function failOnRefusals(refused: readonly Refused[]): void {
  if (refused.length === 0) return
  throw new Error(`Beyond their rights:\n${[...new Set(refused.flatMap(describeMissingRights))].join('\n')}`)
}
