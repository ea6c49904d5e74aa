import type { EntityItem } from 'electrodb'
import { Entity, gsi1, model, must, primary, store } from '../platform/table.ts'

/**
 * Customers who are one: their ids, each with when and by whom it was joined. Rows are written whole, under their
 * version, so that a customer is in one of them.
 *
 * | Read              | Index   | Key  |
 * | one customer      | primary | id   |
 * | all of them       | gsi1    | · id |
 */
export const JoinedCustomers = new Entity(
  {
    model: model('joinedcustomer'),
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
  },
  store,
)
export type JoinedCustomerRow = EntityItem<typeof JoinedCustomers>

/**
 * Group of joined customers by the id of each of them.
 *
 * | Read   | Index   | Key        |
 * | one id | primary | customerId |
 */
export const CustomerJoins = new Entity(
  {
    model: model('customerjoin'),
    attributes: { customerId: must, joinedId: must },
    indexes: {
      primary: primary('customerjoin#of#${customerId}', 'join'),
    },
  },
  store,
)
