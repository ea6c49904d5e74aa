import type { EntityItem } from 'electrodb'
import { payees } from '../../shared/contract/commissions.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, key, model, must, store } from '../platform/table.ts'

/**
 * What was paid to whom, written once in the transaction that pays a commission out and never changed. One that is taken
 * back goes in the month in which it was made; later it stays, and an adjustment takes it back. Integer cents.
 *
 * | Read                     | Index   | Key                       |
 * | somebody's, by day       | primary | userId · date, paidAt, rowId |
 * | a month's                | gsi1    | month · paidAt, rowId, userId |
 */
export const CommissionPayments = new Entity(
  {
    model: model('payment'),
    attributes: {
      userId: must,
      rowId: must,
      paidAt: must,
      /** The day of the payment in Amsterdam, and its month. */
      date: must,
      month: must,
      as: { type: payees, required: true },
      amount: { type: 'number', required: true },
      /** An invoice paid it; else payroll does. */
      isByInvoice: { type: 'boolean' },
      /** The one of its row by which that is counted. */
      isPrincipal: { type: 'boolean', required: true },
      name: must,
      teamId: { type: 'number', required: true },
      customerName: must,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['userId'], template: 'payment#${userId}' },
        sk: { ...key.primary.sk, composite: ['date', 'paidAt', 'rowId'], template: '${date}#${paidAt}#${rowId}' },
      },
      byMonth: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: ['month'], template: 'payments#${month}' },
        sk: { ...key.gsi1.sk, composite: ['paidAt', 'rowId', 'userId'], template: '${paidAt}#${rowId}#${userId}' },
      },
    },
  },
  store,
)
export type PaymentRow = Whole<EntityItem<typeof CommissionPayments>>
