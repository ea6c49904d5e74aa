import type { EntityItem } from 'electrodb'
import { bulkOutcomes } from '../../shared/contract/bulk.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, model, must, number, primary, store, text } from '../platform/table.ts'

/**
 * Runs that do the same to several records of a kind, or undo such a run. How far one is moves on conditionally; its
 * counts are added to in the transaction of each record.
 *
 * | Read    | Index   | Key |
 * | one run | primary | id  |
 */
export const BulkRuns = new Entity(
  {
    model: model('bulkrun'),
    attributes: {
      id: must,
      /** The kind of record, as the audit names its runs. */
      type: must,
      startedById: must,
      /** Their team then. */
      teamId: { type: 'number' },
      /** How many records it names. */
      total: { type: 'number', required: true },
      /** What is set, of the attributes of the kind. */
      change: { type: 'any' },
      state: { type: ['running', 'stopped', 'done'] as const, required: true },
      /** How many of the records are behind it. */
      position: { type: 'number', required: true },
      changed: number,
      skipped: number,
      failed: number,
      startedAt: must,
      /** When it was last moved on. */
      movedAt: must,
      endedAt: text,
      undoes: text,
      undoneBy: text,
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('bulk#${id}', 'run'),
    },
  },
  store,
)
export type BulkRunRow = Whole<EntityItem<typeof BulkRuns>>

/**
 * The records of a run, in their order, `ROWS_OF_PART` in each part; apart from the run, which each of them counts in.
 *
 * | Read             | Index   | Key         |
 * | a part of a run  | primary | runId, part |
 */
export const BulkParts = new Entity(
  {
    model: model('bulkpart'),
    attributes: {
      runId: must,
      part: { type: 'number', required: true },
      /** Each under the version that was seen. */
      rows: {
        type: 'list',
        required: true,
        items: { type: 'map', properties: { id: must, version: { type: 'number', required: true } } },
      },
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('bulk#${runId}#parts', 'part#${part}'),
    },
  },
  store,
)

/** Most records of a part of a run. */
export const ROWS_OF_PART = 500

/**
 * What became of each record of a run, written once, with its change: with what was there before, so that it can be undone.
 *
 * | Read         | Index   | Key        |
 * | one record's | primary | runId, id  |
 * | a run's      | primary | runId · id |
 */
export const BulkResults = new Entity(
  {
    model: model('bulkresult'),
    attributes: {
      runId: must,
      id: must,
      name: must,
      outcome: { type: bulkOutcomes, required: true },
      message: text,
      /** What the change set, as it was before. */
      before: { type: 'any' },
      /** The version that the record got. */
      version: { type: 'number' },
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('bulk#${runId}#rows', '${id}'),
    },
  },
  store,
)
export type BulkResultRow = Whole<EntityItem<typeof BulkResults>>
