import * as z from 'zod'
import { startTableProxy, type TableProxy } from './faults/table-proxy.ts'
import type { Functions } from './functions.ts'
import type { SesFaults } from './ses.ts'

const TableFaults = z.strictObject({
  throttle: z.number().min(0).max(1).default(0),
  delayMs: z.number().min(0).max(60_000).default(0),
})

/** What `POST /__local/faults` takes (workbench.md). */
export const FaultOrder = z.strictObject({
  dynamodb: TableFaults.optional(),
  ses: z.strictObject({ failBefore: z.int().min(0).default(0), failAfter: z.int().min(0).default(0) }).optional(),
  kill: z.string().optional(),
})
export type FaultOrder = z.output<typeof FaultOrder>

export interface Faults {
  /**
   * Sets the faults that `order` names and leaves the others; an empty order clears them all. Resolves to what is set
   * now; `killed` is the number of workers ended, or null when there is no such function.
   */
  apply(order: FaultOrder): Promise<FaultState & { killed?: number | null }>
  state(): FaultState
  /** Where functions find the table: the proxy's address while there are faults, else the table's own. */
  tableUrl(): string
  close(): Promise<void>
}

interface FaultState {
  readonly dynamodb: z.output<typeof TableFaults>
  readonly ses: SesFaults
}

interface FaultsOptions {
  readonly tableUrl: string
  readonly ses: SesFaults
  readonly functions: () => Functions
}

const noTableFaults = { throttle: 0, delayMs: 0 }

/** The faults the workbench sets: throttled and slow table calls, failing mail, killed functions. */
export function createFaults({ tableUrl, ses, functions }: FaultsOptions): Faults {
  let table = noTableFaults
  let proxy: TableProxy | null = null
  const needed = () => table.throttle > 0 || table.delayMs > 0

  /**
   * The proxy is in the path only while there is something to do; workers learn their endpoint at their start. Once
   * started it stays, as a worker in the middle of a call still uses it.
   */
  async function setTable(faults: z.output<typeof TableFaults>): Promise<void> {
    const before = needed()
    table = faults
    if (needed()) proxy ??= await startTableProxy(tableUrl, () => table)
    if (needed() !== before) functions().recycle()
  }

  const state = () => ({ dynamodb: table, ses: { ...ses } })

  return {
    async apply(order) {
      const clear = Object.keys(order).length === 0
      if (clear || order.dynamodb) await setTable(order.dynamodb ?? noTableFaults)
      if (clear || order.ses) Object.assign(ses, order.ses ?? { failBefore: 0, failAfter: 0 })
      if (order.kill === undefined) return state()
      return { ...state(), killed: await functions().kill(order.kill) }
    },
    state,
    tableUrl: () => (needed() && proxy ? proxy.url : tableUrl),
    close: async () => proxy?.close(),
  }
}
