import * as z from 'zod'
import type { Functions } from '../lambda/functions.ts'
import type { SesFaults } from '../ses/ses.ts'
import type { TableFaults } from './table-proxy.ts'

const TableFaultsOrder = z.strictObject({
  throttle: z.number().min(0).max(1).default(0),
  delayMs: z.number().min(0).max(60_000).default(0),
})

/** Body of `POST /__local/faults` (workbench.md): the faults to set. */
export const FaultOrder = z.strictObject({
  dynamodb: TableFaultsOrder.optional(),
  ses: z.strictObject({ failBefore: z.int().min(0).default(0), failAfter: z.int().min(0).default(0) }).optional(),
  kill: z.string().optional(),
})
export type FaultOrder = z.output<typeof FaultOrder>

export interface Faults {
  /**
   * Sets the kinds of fault (`dynamodb`, `ses`) that `order` has and leaves the others; an empty order clears all. Ends
   * the workers of the function that `kill` names. Resolves to the present faults. `killed` is the number of ended
   * workers, null for an unknown function, absent without `kill`.
   */
  apply(order: FaultOrder): Promise<FaultState & { killed?: number | null }>
  state(): FaultState
  /** Returns the present faults of table calls. */
  ofTable(): TableFaults
}

interface FaultState {
  readonly dynamodb: TableFaults
  readonly ses: SesFaults
}

interface FaultsOptions {
  readonly ses: SesFaults
  readonly functions: () => Functions
}

const noTableFaults = { throttle: 0, delayMs: 0 }

/**
 * Returns functions that set and read the faults of the local runtime, for the workbench and tests: throttled or slow
 * table calls, failing mail, killed functions.
 */
export function createFaults({ ses, functions }: FaultsOptions): Faults {
  let table = noTableFaults
  const state = () => ({ dynamodb: table, ses: { ...ses } })
  return {
    async apply(order) {
      const clear = Object.keys(order).length === 0
      if (clear || order.dynamodb) table = order.dynamodb ?? noTableFaults
      if (clear || order.ses) Object.assign(ses, order.ses ?? { failBefore: 0, failAfter: 0 })
      if (order.kill === undefined) return state()
      return { ...state(), killed: await functions().kill(order.kill) }
    },
    state,
    ofTable: () => table,
  }
}
