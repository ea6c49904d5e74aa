import type { DoNotCall } from '../../shared/api/parts/fields.ts'
import { defineEntity, must, mustBe, number, primary, type RowOf, text } from '../platform/data/table.ts'

/**
 * Numbers on the do-not-call list (rulings 32). A number stays here when the lead that reported it is deleted.
 *
 * | Read       | Index   | Key   |
 * | one number | primary | phone |
 */
export const DoNotCalls = defineEntity('donotcall', {
  attributes: {
    phone: must,
    date: must,
    source: text,
    setBy: must,
    createdAt: must,
    /** Moment at which the customer objected again, while the number was closed. */
    repeatedAt: text,
  },
  indexes: { primary: primary('donotcall#${phone}', 'donotcall') },
})

/**
 * Closings of numbers beyond the daily limits (market 66). A number blocks like any other; until the last day it can be
 * reopened. The row goes when somebody judged it, or after that day.
 *
 * | Read | Index   | Key   |
 * | all  | primary | phone |
 */
export const ProvisionalClosings = defineEntity('provisionalclosing', {
  attributes: {
    phone: must,
    source: text,
    setBy: must,
    /** Team of the person who closed it. */
    teamId: { type: 'number' },
    createdAt: must,
    /** Set once somebody else was told it too: then only an admin judges what two people say. */
    isRepeated: { type: 'boolean' },
    /** Last local date on which it can be judged. */
    until: must,
    expires: number,
  },
  indexes: { primary: primary('donotcall#provisional', '${phone}') },
})
/** Stored objection of a customer: its day, and how the customer said so, for the people who may judge it. */
export interface DoNotCallEntry extends DoNotCall {
  readonly source: string | null
}

export type ProvisionalClosingRow = RowOf<typeof ProvisionalClosings>

/**
 * Filter of the do-not-call numbers ('closed' numbers), of a fixed size: two bits stand for each. A page of customers
 * then costs the same however many numbers are closed.
 *
 * | Read      | Index   | Key    |
 * | all parts | primary | · part |
 */
export const ClosedFilter = defineEntity('closedfilter', {
  attributes: {
    part: must,
    bytes: mustBe<Uint8Array>('any'),
    version: number,
  },
  indexes: {
    all: primary('donotcall#all', '${part}'),
  },
})

/**
 * Index of known customers: one row for each phone number, e-mail address, address and EAN of a record. Each row has
 * the names and date of the record, which are shown as a hint that the customer is known, and the record's owners.
 *
 * | Read                             | Index   | Key                         |
 * | records with a number or address | primary | by, value · type, recordId  |
 */
export const KnownCustomers = defineEntity('knowncustomer', {
  attributes: {
    by: { type: ['phone', 'email', 'address', 'ean'] as const, required: true },
    value: must,
    type: { type: ['lead', 'appointment', 'contract', 'sale'] as const, required: true },
    recordId: must,
    customerName: must,
    companyName: text,
    date: must,
    teamId: { type: 'number' },
    owners: { type: 'list', items: text, required: true },
    /** Person who made the record, or gave it its present phone number; absent for imported contracts. */
    author: text,
  },
  indexes: { primary: primary('customer#${by}#${value}', '${type}#${recordId}') },
})
export type KnownCustomerRow = RowOf<typeof KnownCustomers>
