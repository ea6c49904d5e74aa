import type { EntityItem } from 'electrodb'
import { dispatchOutcomes } from '../../shared/contract/dispatches.ts'
import { invoiceTypes } from '../../shared/contract/invoices.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, gsi1, model, must, number, primary, store, text } from '../platform/table.ts'
import { runsOf } from '../records/run.ts'

/**
 * Runs that mail invoices to the accounting (rulings 47). How far one is moves on conditionally; its counts are added to in
 * the transaction of each result.
 *
 * | Read           | Index   | Key             |
 * | one run        | primary | id              |
 * | all, by moment | gsi1    | · startedAt, id |
 */
export const Dispatches = new Entity(
  {
    model: model('dispatch'),
    attributes: {
      id: must,
      /** A person, or the system by the clock; their name is looked up, so that it follows. */
      startedById: must,
      /** The accounting's address then. */
      to: must,
      state: { type: ['running', 'done'] as const, required: true },
      /** The id of the invoice behind which it goes on. */
      position: must,
      total: number,
      sent: number,
      skipped: number,
      failed: number,
      unknown: number,
      startedAt: must,
      /** When it was last moved on. */
      movedAt: must,
      endedAt: text,
    },
    indexes: {
      primary: primary('dispatch#${id}', 'run'),
      all: gsi1('dispatches', '${startedAt}#${id}'),
    },
  },
  store,
)
export type DispatchRow = Whole<EntityItem<typeof Dispatches>>

declare module '../platform/outbox.ts' {
  interface OutboxKinds {
    'dispatch-step': true
  }
}

export const dispatches = runsOf<DispatchRow>(Dispatches, {
  ...{ type: 'dispatch', name: 'verzending', step: 'dispatch-step', by: 'dispatch' },
})

/**
 * What became of each invoice of a run: noted with the mail that is asked for, and settled when that has ended.
 *
 * | Read              | Index   | Key                         |
 * | one invoice's     | primary | runId · invoiceNumber, id   |
 * | a run's, by number | primary | runId · invoiceNumber, id  |
 */
export const DispatchResults = new Entity(
  {
    model: model('dispatchresult'),
    attributes: {
      runId: must,
      /** The invoice's. */
      id: must,
      invoiceNumber: must,
      type: { type: invoiceTypes, required: true },
      partnerName: must,
      /** Cents. */
      totalAmount: number,
      /** The outbox item. */
      mailId: must,
      outcome: { type: dispatchOutcomes, required: true },
      message: text,
    },
    indexes: {
      primary: primary('dispatch#${runId}#invoices', '${invoiceNumber}#${id}'),
    },
  },
  store,
)
export type DispatchResultRow = Whole<EntityItem<typeof DispatchResults>>
