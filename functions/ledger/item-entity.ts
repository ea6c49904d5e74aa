import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { Entity, entityModel, gsi1, must, number, primary, store, text } from '../platform/data/table.ts'
import { type Dimensions, dimensions } from './entity.ts'

/** Kinds of open items: an earned amount, or a correction of pay in either direction. */
export const itemKinds = ['due', 'correction'] as const

/**
 * Items: amounts that people earned, or by which their pay was corrected. Each comes from one posting on `payable`.
 * Only `claimedBy` changes, on condition of its present value; a write replaces the whole row.
 *
 * | Read                            | Index   | Key                                      |
 * | one item                        | primary | id                                       |
 * | open items of a person          | gsi1    | userId · supplyDate, id (sparse)         |
 */
export const LedgerItems = new Entity(
  {
    model: entityModel('ledgeritem'),
    attributes: {
      /** Cause of its posting; parts of a split add `/1` and `/2` to the id of the split item. */
      id: must,
      userId: must,
      /** Cents before VAT: above 0 we owe the person, below 0 they owe us. */
      amount: number,
      kind: { type: itemKinds, required: true },
      /** Day of posting; parts of a split keep it, so that the oldest is settled first. */
      date: must,
      /** Day of supply, which decides the VAT rate; a correction has that of the corrected item. */
      supplyDate: must,
      /** Dutch text of its line on a document. */
      text: must,
      commissionId: text,
      /** Id of the item that a correction reverses. */
      correctsId: text,
      ...dimensions,
      createdAt: must,
      /** Document that claims or settled the item (`by`), and the number of that document for texts. */
      claimedBy: { type: 'map', properties: { by: must, number: text } },
    },
    indexes: {
      primary: primary('ledger#item#${id}', 'ledger'),
      open: {
        ...gsi1('ledger#open#${userId}', '${supplyDate}#${id}'),
        condition: ({ claimedBy }) => claimedBy === undefined,
      },
    },
  },
  store,
)
export type LedgerItem = Whole<Omit<EntityItem<typeof LedgerItems>, keyof Dimensions>> & Dimensions
