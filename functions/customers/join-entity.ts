import { defineEntity, gsi1, must, primary, type RowOf } from '../platform/data/table.ts'

/**
 * Groups of joined customers: their ids, each with the moment and author of its join. A write replaces the whole row,
 * and fails when its version has changed.
 *
 * | Read              | Index   | Key  |
 * | one customer      | primary | id   |
 * | all of them       | gsi1    | · id |
 */
export const JoinedCustomers = defineEntity('joinedcustomer', {
  attributes: {
    id: must,
    version: { type: 'number', required: true },
    members: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { id: must, at: must, by: must } },
    },
  },
  indexes: {
    primary: primary('customerjoin#one#${id}', 'joined'),
    all: gsi1('customerjoins', '${id}'),
  },
})
export type JoinedCustomerRow = RowOf<typeof JoinedCustomers>

/**
 * For each joined customer, the group (`JoinedCustomers`) that has the customer as a member. There is one row per
 * customer, so a customer belongs to at most one group.
 *
 * | Read   | Index   | Key        |
 * | one id | primary | customerId |
 */
export const CustomerJoins = defineEntity('customerjoin', {
  attributes: { customerId: must, joinedId: must },
  indexes: { primary: primary('customerjoin#of#${customerId}', 'join') },
})
