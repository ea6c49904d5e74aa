import { bulkOutcomes } from '../../shared/api/parts/bulk.ts'
import { defineEntity, must, number, primary, type RowOf, text } from '../platform/data/table.ts'
import { runAttributes } from './run.ts'

/**
 * Runs that apply one change to several records of a kind, or undo such a run. The transaction that stores the result
 * of a record also raises `changed`, `skipped` or `failed`, so that no record counts twice.
 *
 * | Read    | Index   | Key |
 * | one run | primary | id  |
 */
export const BulkRuns = defineEntity('bulkrun', {
  attributes: {
    ...runAttributes,
    /** Kind of run, such as `contract-run`: the type under which the audit log records it. */
    type: must,
    startedById: must,
    /** Team of the starter when the run started. */
    teamId: { type: 'number' },
    /** Number of records in the run. */
    total: { type: 'number', required: true },
    /** New values that the run gives to attributes of each record. */
    change: { type: 'any' },
    /** Number of records that are done. */
    position: { type: 'number', required: true },
    changed: number,
    skipped: number,
    failed: number,
    undoes: text,
    undoneBy: text,
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('bulk#${id}', 'run') },
})
export type BulkRunRow = RowOf<typeof BulkRuns>

/**
 * Result of each record of a run, written once. The transaction of a change also stores the values before it, so that
 * the change can be undone.
 *
 * | Read         | Index   | Key        |
 * | one record's | primary | runId, id  |
 * | a run's      | primary | runId · id |
 */
export const BulkResults = defineEntity('bulkresult', {
  attributes: {
    runId: must,
    id: must,
    name: must,
    outcome: { type: bulkOutcomes, required: true },
    message: text,
    /** Values before the change. */
    before: { type: 'any' },
    /** Version of the record after the change. */
    version: { type: 'number' },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('bulk#${runId}#rows', '${id}') },
})
export type BulkResultRow = RowOf<typeof BulkResults>
