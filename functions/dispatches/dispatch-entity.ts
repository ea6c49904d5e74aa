import { dispatchOutcomes } from '../../shared/api/dispatches.ts'
import { invoiceTypes } from '../../shared/api/parts/billing.ts'
import { defineEntity, gsi1, must, number, primary, type RowOf, text } from '../platform/data/table.ts'
import { runAttributes, runsOf } from '../records/run.ts'

/**
 * Dispatches: runs that mail invoices to the accounting (rulings 47). Each step stores how far the run got, unless
 * another step did so meanwhile. The transaction of each result adds to the counts of the run.
 *
 * | Read           | Index   | Key             |
 * | one run        | primary | id              |
 * | all, by moment | gsi1    | · startedAt, id |
 */
export const Dispatches = defineEntity('dispatch', {
  attributes: {
    ...runAttributes,
    /** Id of the user, or of the scheduler; the name is looked up when shown. */
    startedById: must,
    /** Address of the accounting at the start of the run. */
    to: must,
    /** Id of the last invoice that was handled. */
    position: must,
    total: number,
    sent: number,
    skipped: number,
    failed: number,
    unknown: number,
  },
  indexes: {
    primary: primary('dispatch#${id}', 'run'),
    all: gsi1('dispatches', '${startedAt}#${id}'),
  },
})
export type DispatchRow = RowOf<typeof Dispatches>

/** Starts, continues and ends runs that mail invoices to the accounting, step by step. */
export const dispatches = runsOf<DispatchRow>(Dispatches, {
  ...{ type: 'dispatch', name: 'verzending', step: 'dispatch-step', by: 'dispatch' },
})

/**
 * Result of each invoice of a run: stored together with the request for its mail, and updated once it is known how that
 * mail ended.
 *
 * | Read              | Index   | Key                         |
 * | one invoice's     | primary | runId · invoiceNumber, id   |
 * | a run's, by number | primary | runId · invoiceNumber, id  |
 */
export const DispatchResults = defineEntity('dispatchresult', {
  attributes: {
    runId: must,
    /** Id of the invoice. */
    id: must,
    invoiceNumber: must,
    type: { type: invoiceTypes, required: true },
    partnerName: must,
    /** Cents. */
    totalAmount: number,
    /** Id of the mail in the outbox. */
    mailId: must,
    outcome: { type: dispatchOutcomes, required: true },
    message: text,
  },
  indexes: { primary: primary('dispatch#${runId}#invoices', '${invoiceNumber}#${id}') },
})
export type DispatchResultRow = RowOf<typeof DispatchResults>
