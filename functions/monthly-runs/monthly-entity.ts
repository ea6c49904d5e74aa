import { defineEntity, gsi1, must, number, primary, type RowOf, text } from '../platform/data/table.ts'
import { runAttributes, runsOf } from '../records/run.ts'

/**
 * Monthly runs, which invoice commissions partner by partner. Each step stores how far the run got, unless another step
 * did so meanwhile. The transaction of each result adds to the counts of the run.
 *
 * | Read           | Index   | Key             |
 * | one run        | primary | id              |
 * | all, by moment | gsi1    | · startedAt, id |
 */
export const MonthlyRuns = defineEntity('monthlyrun', {
  attributes: {
    ...runAttributes,
    startedById: must,
    from: must,
    to: must,
    invoiceDate: must,
    /** Set when supplies before a partner's agreement are invoiced too. */
    withEarlier: { type: 'boolean' },
    /** Commissions that are invoiced in spite of an open question. */
    withQuestions: { type: 'list', items: { type: 'string' } },
    partnerIds: { type: 'list', required: true, items: { type: 'string' } },
    /** Number of partners that are done. */
    position: number,
    created: number,
    leftOut: number,
    failed: number,
  },
  indexes: {
    primary: primary('monthlyrun#${id}', 'run'),
    all: gsi1('monthlyruns', '${startedAt}#${id}'),
  },
})
export type MonthlyRunRow = RowOf<typeof MonthlyRuns>

/** Starts, stops, continues and ends runs that invoice commissions, step by step. */
export const monthlyRuns = runsOf<MonthlyRunRow>(MonthlyRuns, {
  ...{ type: 'monthly-run', name: 'verwerking', step: 'monthly-run', by: 'self-billing' },
})

/**
 * Results of a run: each invoice, stored in its transaction, and for each partner the items left out or the error.
 *
 * | Read             | Index   | Key            |
 * | one              | primary | runId, id      |
 * | a run's, by moment | gsi1    | runId · at, id |
 */
export const MonthlyResults = defineEntity('monthlyresult', {
  attributes: {
    runId: must,
    /** Id of the created invoice; without an invoice, the id of the partner. */
    id: must,
    at: must,
    partnerId: must,
    outcome: { type: ['created', 'leftOut', 'failed'] as const, required: true },
    invoiceId: text,
    invoiceNumber: text,
    /** Total in cents, VAT included. */
    total: { type: 'number' },
    message: text,
    leftOut: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { text: must, reason: must } },
    },
    /** Set for items left out, whose texts name customers. */
    expires: { type: 'number' },
  },
  indexes: {
    primary: primary('monthlyrun#${runId}#result#${id}', 'result'),
    byRun: gsi1('monthlyrun#${runId}#results', '${at}#${id}'),
  },
})
export type MonthlyResultRow = RowOf<typeof MonthlyResults, 'leftOut'>
