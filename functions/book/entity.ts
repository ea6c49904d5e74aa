import type { EntityItem } from 'electrodb'
import { vatSchemes } from '../../shared/api/parts/billing.ts'
import { accounts } from '../../shared/ledger/accounts.ts'
import type { Whole } from '../../shared/whole.ts'
import { defineEntity, gsi1, gsi2, gsi3, gsi4, gsi5, must, number, primary, text } from '../platform/data/table.ts'
import { transactionKinds } from './transaction-kinds.ts'

/** Value in index keys where a transaction has no person, partner or document. */
export const NOBODY = 'none'

/** Number of partitions of one month of the journal, so that no single partition takes all writes. */
export const JOURNAL_SHARDS = 4

/** Definitions of the attributes in `Dimensions`, which postings and items have. */
export const dimensions = { team: { type: 'number' }, split: text } as const

/** Attributes by which reports divide an amount: the team that bears the cost (`team`), and the provider (`split`). */
export interface Dimensions {
  readonly team?: number | undefined
  readonly split?: string | undefined
}

/**
 * Transactions of the book: created once, never deleted. Nothing changes but a text, from which the name of an erased
 * customer goes. Their postings add up to 0 cents; a debit is positive, a credit negative.
 *
 * | Read                        | Index   | Key                               |
 * | one cause                   | primary | id                                |
 * | the journal of a month      | gsi1    | month, shard · date, id           |
 * | a person's month            | gsi2    | personKey, month · date, id (sparse) |
 * | a partner's month           | gsi3    | partnerKey, month · date, id (sparse) |
 * | a document, by moment       | gsi4    | documentKey · postedAt, id (sparse) |
 * | a set-off, by its other document | gsi5 | otherKey · postedAt, id (sparse) |
 */
export const LedgerTransactions = defineEntity('ledgertransaction', {
  attributes: {
    /** Name of the event that caused the transaction (the `cause` of its entry), so that no event is posted twice. */
    id: must,
    kind: { type: transactionKinds, required: true },
    date: must,
    month: must,
    shard: number,
    /** Day of the document or of the bank's booking. */
    valueDate: must,
    supplyDate: text,
    userId: text,
    personKey: must,
    partnerId: text,
    partnerKey: must,
    documentId: text,
    documentKey: must,
    /** Number of the document `documentId`, for Dutch texts. */
    documentNumber: text,
    /** For a set-off: the id of the credit note. */
    otherDocumentId: text,
    otherKey: must,
    postings: {
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: {
          account: { type: accounts, required: true },
          amount: number,
          documentId: text,
          /** For a VAT posting: the VAT rate in percent. */
          rate: { type: 'number' },
          /** For a VAT posting: the taxable amount in cents. */
          base: { type: 'number' },
          /** For a VAT posting: the VAT scheme of its lines; absent in rows of before the schemes were posted. */
          scheme: { type: vatSchemes },
          ...dimensions,
        },
      },
    },
    text: must,
    /** Id of the transaction that this one reverses. */
    reverses: text,
    /** Ids of the items that the transaction settles, releases or reverses. */
    itemIds: { type: 'list', items: { type: 'string' } },
    postedBy: must,
    postedAt: must,
  },
  indexes: {
    primary: primary('ledger#${id}', 'ledger'),
    byMonth: gsi1('journal#${month}#${shard}', '${date}#${id}'),
    byPerson: gsi2('ledger#person#${personKey}#${month}', '${date}#${id}', ({ personKey }) => personKey !== NOBODY),
    byPartner: gsi3(
      'ledger#partner#${partnerKey}#${month}',
      '${date}#${id}',
      ({ partnerKey }) => partnerKey !== NOBODY,
    ),
    byDocument: gsi4(
      'ledger#document#${documentKey}',
      '${postedAt}#${id}',
      ({ documentKey }) => documentKey !== NOBODY,
    ),
    byOther: gsi5('ledger#document#${otherKey}', '${postedAt}#${id}', ({ otherKey }) => otherKey !== NOBODY),
  },
})
type Stored = EntityItem<typeof LedgerTransactions>
export type TransactionRow = Whole<Omit<Stored, 'postings' | 'itemIds'>> & Pick<Stored, 'postings' | 'itemIds'>
export type PostingRow = TransactionRow['postings'][number]
