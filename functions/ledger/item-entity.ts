import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { Entity, gsi1, model, must, number, primary, store, text } from '../platform/table.ts'
import { type Dimensions, dimensions } from './entity.ts'

/** What an open item is: what somebody earned, or a correction of what they were paid, in either direction. */
export const itemKinds = ['due', 'correction'] as const

/**
 * Open items of people: what a payable posting leaves to be settled. Only `claimedBy` changes, under a condition on how it
 * stands; rows are written whole.
 *
 * | Read                            | Index   | Key                                      |
 * | one item                        | primary | id                                       |
 * | what is open of a person        | gsi1    | userId · supplyDate, id (sparse)         |
 */
export const LedgerItems = new Entity(
  {
    model: model('ledgeritem'),
    attributes: {
      /** The cause of its posting; parts of a split add `/1` and `/2` to the id of what was split. */
      id: must,
      userId: must,
      /** Cents before VAT: above 0 we owe the person, below 0 they owe us. */
      amount: number,
      kind: { type: itemKinds, required: true },
      /** The day on which it was posted; parts of a split keep it, so that the oldest is settled first. */
      date: must,
      /** The day of supply, whose VAT rate holds; of a correction that of what it corrects. */
      supplyDate: must,
      /** What the line of a document says. */
      text: must,
      commissionId: text,
      /** The item that a correction takes back. */
      correctsId: text,
      ...dimensions,
      createdAt: must,
      /** What holds or settled it; `number` is that of the document, for texts. */
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
