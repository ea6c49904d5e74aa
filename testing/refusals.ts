import type { Refused } from '../infra/local/rights/guard.ts'

/**
 * Throws when functions tried an action that their role does not allow. On AWS the action would fail, even if no test
 * noticed.
 */
export function failOnRefusals(refused: readonly Refused[]): void {
  if (refused.length === 0) return
  const lines = refused.map(
    ({ function: name, action, resource, context = {} }) =>
      `${name}: ${action} of ${resource} ${context['dynamodb:LeadingKeys'] ?? ''}`,
  )
  throw new Error(`Beyond their rights (functions/*/domain.ts):\n${[...new Set(lines)].join('\n')}`)
}
