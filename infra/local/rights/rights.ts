import type { Arns, Statement } from '../../rights.ts'
import { localArns } from './arns.ts'
import { createGuard, type Guard, type Refused } from './guard.ts'
import { createRightsUsage, type RightsUsage } from './usage.ts'

/** The functions' rights on the local stand-ins: the guard, its refusals, and the unused rights. */
export interface Rights extends Pick<RightsUsage, 'unused'> {
  readonly guard: Guard
  /** Calls `listener` with every refusal. */
  onRefusal(listener: (refused: Refused) => void): void
}

interface RightsOptions extends Pick<Partial<Guard>, 'senderOf'> {
  /** Names of all functions. */
  readonly names: readonly string[]
  readonly statementsOf: (name: string, arns: Arns) => readonly Statement[]
  readonly tableName: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Creates the guard that allows each function on the local stand-ins only its IAM rights from the stack. Also returns
 * functions that list unused rights and report refusals.
 */
export function createRights({ names, statementsOf, tableName, ...options }: RightsOptions): Rights {
  const arns = localArns(tableName)
  const statements = Object.fromEntries(names.map((name) => [name, statementsOf(name, arns)]))
  const { note, unused } = createRightsUsage(statements)
  const listeners: ((refused: Refused) => void)[] = []
  const onRefusal = (refused: Refused) => {
    for (const listener of listeners) listener(refused)
  }
  const guard = createGuard({ ...options, arns, statements, onRefusal, onUse: note })
  return { guard, unused, onRefusal: (listener) => void listeners.push(listener) }
}
