import type { EntityItem } from 'electrodb'
import { commissionSteps } from '../../shared/contract/commissions.ts'
import { saleStatuses } from '../../shared/contract/sales.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, gsi1, gsi2, model, must, number, primary, store, text } from '../platform/table.ts'
import { runsOf } from '../records/run.ts'

const status = { type: saleStatuses, required: true } as const

/**
 * Runs that move commissions one step (rulings 38). How far one is moves on conditionally; its counts are added to in the
 * transaction of each row.
 *
 * | Read            | Index   | Key                      |
 * | one run         | primary | id                       |
 * | all, by moment  | gsi1    | · startedAt, id          |
 * | a team's        | gsi2    | teamKey · startedAt, id  |
 */
export const AdvanceRuns = new Entity(
  {
    model: model('advancerun'),
    attributes: {
      id: must,
      /** Who started it; their name is looked up, so that it follows. */
      startedById: must,
      /** Their team then. */
      teamId: { type: 'number' },
      teamKey: must,
      expectedStatus: status,
      nextStatus: { type: commissionSteps, required: true },
      /** Rows that are named, in parts beside it; absent for those of a filter. */
      named: { type: 'number' },
      /** Of the list, as its query has it. */
      filter: { type: 'any' },
      state: { type: ['running', 'stopped', 'done'] as const, required: true },
      /** Rows that move in spite of an open question; below, the numbers of own invoices by person. */
      withQuestions: { type: 'list', items: { type: 'string' } },
      ownInvoiceNumbers: { type: 'any' },
      /** Where it goes on: how many of the named rows, or the list's cursor. */
      position: must,
      total: number,
      advanced: number,
      skipped: number,
      failed: number,
      startedAt: must,
      /** When it was last moved on. */
      movedAt: must,
      endedAt: text,
    },
    indexes: {
      primary: primary('advance#${id}', 'run'),
      all: gsi1('advances', '${startedAt}#${id}'),
      byTeam: gsi2('advances#team#${teamKey}', '${startedAt}#${id}'),
    },
  },
  store,
)
export type AdvanceRunRow = Whole<Omit<EntityItem<typeof AdvanceRuns>, 'ownInvoiceNumbers'>> & {
  readonly ownInvoiceNumbers: Readonly<Record<string, string>> | undefined
}

declare module '../platform/outbox.ts' {
  interface OutboxKinds {
    'commission-advance': true
  }
}

export const advanceRuns = runsOf<AdvanceRunRow>(AdvanceRuns, {
  ...{ type: 'commission-run', name: 'verwerking', step: 'commission-advance', by: 'commissions' },
})

/**
 * The ids that a run names, so many to a part.
 *
 * | Read     | Index   | Key         |
 * | one part | primary | runId, part |
 */
export const AdvanceParts = new Entity(
  {
    model: model('advancepart'),
    attributes: { runId: must, part: number, ids: { type: 'list', required: true, items: { type: 'string' } } },
    indexes: {
      primary: primary('advance#${runId}#part#${part}', 'part'),
    },
  },
  store,
)

/**
 * What became of each row of a run, each written once: with the row's own step, so that no run moves it twice.
 *
 * | Read                   | Index   | Key            |
 * | one row's              | primary | runId, id      |
 * | a run's, by moment     | gsi1    | runId · at, id |
 */
export const AdvanceResults = new Entity(
  {
    model: model('advanceresult'),
    attributes: {
      runId: must,
      id: must,
      at: must,
      customerName: must,
      outcome: { type: ['advanced', 'skipped', 'failed'] as const, required: true },
      message: text,
    },
    indexes: {
      primary: primary('advance#${runId}#row#${id}', 'result'),
      byRun: gsi1('advance#${runId}#results', '${at}#${id}'),
    },
  },
  store,
)
export type AdvanceResultRow = Whole<EntityItem<typeof AdvanceResults>>
