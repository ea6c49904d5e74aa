import { defineEntity, gsi1, must, number, primary, type RowOf, text } from '../platform/data/table.ts'
import { type Dimensions, dimensions } from './entity.ts'

/** Kinds of open items: an earned amount, or a correction of pay in either direction. */
export const itemKinds = ['due', 'correction'] as const

/**
 * Items: amounts that people earned, or by which their pay was corrected. Each comes from one posting on `payable`.
 * Only `claimedBy` and `isTakenBack` ever change, and the text of an erased customer. A write replaces the whole row, on
 * condition that all three are still stored as they were read.
 *
 * | Read                            | Index   | Key                                      |
 * | one item                        | primary | id                                       |
 * | open items of a person          | gsi1    | userId · supplyDate, id (sparse)         |
 */
export const LedgerItems = defineEntity('ledgeritem', {
  attributes: {
    /** Cause of the posting; parts of a split add `/1` and `/2` to the id of the split item. */
    id: must,
    userId: must,
    /** Cents before VAT: above 0 we owe the person, below 0 they owe us. */
    amount: number,
    kind: { type: itemKinds, required: true },
    /** Day of posting; parts of a split keep it, so that the oldest is settled first. */
    date: must,
    /**
     * Day of supply, which decides the VAT rate. A correction of an item has the day of supply of that item. A
     * correction of no item has its own day of posting.
     */
    supplyDate: must,
    /** Dutch text of its line on a document. */
    text: must,
    commissionId: text,
    /** Id of the item that a correction corrects. */
    correctsId: text,
    ...dimensions,
    createdAt: must,
    /**
     * Document or event that claimed, settled, reversed or split the item (`by`). `number` is the number of an
     * invoice, for texts.
     */
    claimedBy: { type: 'map', properties: { by: must, number: text } },
    /** Set once a correction took the amount back, as its sale was withdrawn: no credit note may reverse it too. */
    isTakenBack: { type: 'boolean' },
  },
  indexes: {
    primary: primary('ledger#item#${id}', 'ledger'),
    open: gsi1('ledger#open#${userId}', '${supplyDate}#${id}', ({ claimedBy }) => claimedBy === undefined),
  },
})
type Row = RowOf<typeof LedgerItems>
export type LedgerItem = Omit<Row, keyof Dimensions | 'isTakenBack'> & Partial<Pick<Row, 'isTakenBack'>> & Dimensions
