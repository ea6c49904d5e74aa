import { saleStatuses } from '../../../shared/api/parts/statuses.ts'
import type { OwnInvoiceSums } from '../../../shared/api/schemas/own-invoice.ts'
import { commissionSteps } from '../../../shared/sales/commission-steps.ts'
import { canBe, defineEntity, gsi1, gsi2, must, number, primary, type RowOf, text } from '../../platform/data/table.ts'
import { runAttributes, runsOf } from '../../records/run.ts'

/** Own invoice of a person as a run has it: its number and, in euros, its sums. */
export interface NumberAndSums {
  readonly number: string
  readonly sums?: OwnInvoiceSums | undefined
}

const status = { type: saleStatuses, required: true } as const

/**
 * Runs that move commissions to their next status (rulings 38). A run works in parts, called steps. Each step moves
 * `position`, on condition that no other step did so meanwhile. The transaction that moves a commission also changes
 * the counts of the run.
 *
 * | Read            | Index   | Key                      |
 * | one run         | primary | id                       |
 * | all, by moment  | gsi1    | · startedAt, id          |
 * | a team's        | gsi2    | teamKey · startedAt, id  |
 */
export const AdvanceRuns = defineEntity('advancerun', {
  attributes: {
    ...runAttributes,
    /** Id of the person who started the run; their current name is looked up. */
    startedById: must,
    /** Team of that person at the start. */
    teamId: { type: 'number' },
    teamKey: must,
    expectedStatus: status,
    nextStatus: { type: commissionSteps, required: true },
    /** Number of rows chosen by id, absent for the rows of a filter. */
    named: { type: 'number' },
    /** Filter that chose the rows, in the form of the query of the list of commissions. */
    filter: { type: 'any' },
    /** Ids of rows that move in spite of an open question. */
    withQuestions: { type: 'list', items: { type: 'string' } },
    /** Zzp'ers' own invoices, by person. */
    ownInvoices: canBe<Readonly<Record<string, NumberAndSums>>>(),
    /** Where the next step begins: the number of named rows done or, for a filter, the cursor of its list. */
    position: must,
    total: number,
    advanced: number,
    skipped: number,
    failed: number,
  },
  indexes: {
    primary: primary('advance#${id}', 'run'),
    all: gsi1('advances', '${startedAt}#${id}'),
    byTeam: gsi2('advances#team#${teamKey}', '${startedAt}#${id}'),
  },
})
export type AdvanceRunRow = RowOf<typeof AdvanceRuns, 'ownInvoices'>

/** Functions that start, continue, stop and end runs that move commissions; see `runsOf`. */
export const advanceRuns = runsOf<AdvanceRunRow>(AdvanceRuns, {
  ...{ type: 'commission-run', name: 'verwerking', step: 'commission-advance', by: 'commissions' },
})

/**
 * Results of the rows of a run, each written once. The result of a moved row is written in the transaction of the move,
 * so that the run moves the row only once.
 *
 * | Read                   | Index   | Key            |
 * | one row's              | primary | runId, id      |
 * | a run's, by moment     | gsi1    | runId · at, id |
 */
export const AdvanceResults = defineEntity('advanceresult', {
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
})
export type AdvanceResultRow = RowOf<typeof AdvanceResults>
