import { can } from '../../../shared/access.ts'
import type { SaleFilter } from '../../../shared/api/schemas/sales.ts'
import { confirmationLabels } from '../../../shared/cooling-off/cooling-off.ts'
import { callStateText } from '../../../shared/numbers/state-texts.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import type { Column } from '../../export/cells.ts'
import { columnsFor } from '../../export/columns.ts'
import { type Exported, exportList } from '../../export/export-list.ts'
import type { Caller } from '../../platform/actor.ts'
import { amountColumnsOf } from '../amounts/amounts.ts'
import { viewsOf } from '../views.ts'
import { readAllSales } from './list.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

/**
 * Three columns: the phone number, whether it is on the do-not-call list, and whether it may be called. A number on that
 * list is left out (rulings 32, market 67h).
 */
const phone: readonly Column<View>[] = [
  { header: 'Telefoon', value: ({ customerPhone, doNotCallSince }) => (doNotCallSince ? '' : customerPhone) },
  { header: 'Niet bellen', value: ({ doNotCallSince }) => (doNotCallSince ? 'Ja' : '') },
  { header: 'Belstatus', value: ({ mayCall }) => (mayCall ? callStateText(mayCall) : '') },
]

const money = (header: string, amountOf: (row: View) => number | null | undefined): Column<View> => ({
  header,
  value: (row) => {
    const amount = amountOf(row)
    return typeof amount === 'number' ? { amount } : ''
  },
})

/** Returns the columns of commissions that an actor sees (rulings 37), and for admins those of revenue. */
function amountColumns(actor: Caller, rows: readonly View[]): readonly Column<View>[] {
  const sees = amountColumnsOf(actor, rows)
  const canSeeTotal = sees.agentCommission && sees.callerCommission
  return [
    ...(sees.agentCommission ? [money('Agent commissie', ({ agentCommission }) => agentCommission)] : []),
    ...(sees.callerCommission ? [money('Beller commissie', ({ callerCommission }) => callerCommission)] : []),
    ...(canSeeTotal ? [money('Totaal', ({ totalCommission }) => totalCommission)] : []),
    ...(can(actor, 'revenue:manage')
      ? [
          money('Verwachte omzet', ({ revenue }) => revenue?.expected),
          money('Ontvangen commissie', ({ revenue }) => revenue?.received),
        ]
      : []),
  ]
}

const agreement: readonly Column<View>[] = [
  {
    header: saleFields.confirmation.label,
    value: ({ confirmation }) =>
      confirmation ? [confirmationLabels[confirmation.kind], confirmation.reference].filter(Boolean).join(': ') : '',
  },
  { header: 'Bestand als bewijs', value: ({ confirmation }) => confirmation?.filename ?? '' },
  {
    header: saleFields.isHomeUse.label,
    value: ({ isHomeUse }) => (isHomeUse === undefined ? '' : isHomeUse ? 'Ja' : 'Nee'),
  },
  {
    header: 'Bedenktijd tot en met',
    value: ({ coolingOffUntil }) => (coolingOffUntil === undefined ? '' : { date: coolingOffUntil }),
  },
]

const allColumns = (actor: Caller, rows: readonly View[]) =>
  columnsFor<View, typeof saleFields>(actor, saleFields, [
    ...(['salesDockId', 'saleDate', 'status', 'customerName', 'companyName'] as const),
    ...phone,
    ...(['customerEmail', 'address', 'houseNumber', 'postalCode', 'city'] as const),
    ...(['eanElectricity', 'eanGas', 'bankAccountHolder'] as const),
    ...(['provider', 'productType', 'contractLength', 'market', 'contractStartDate', 'contractEndDate'] as const),
    ...(['gasUsage', 'electricityUsage', 'agent', 'caller', 'team'] as const),
    ...amountColumns(actor, rows),
    ...(['soldAt', 'confirmedAt', 'infoGivenAt'] as const),
    ...agreement,
    'notes',
  ])

/**
 * Exports the sales of a filter as a spreadsheet, in the order of the list. Throws 422 above the limits of one file,
 * 429 after 30 files in five minutes.
 */
export const exportSales = (actor: Caller, query: Exported<SaleFilter>) =>
  exportList<View>(actor, query, {
    action: 'sale:list',
    entity: 'sale',
    plural: 'sales',
    columns: (rows) => allColumns(actor, rows),
    rows: async (bounds) => viewsOf(actor, await readAllSales(actor, query, bounds)),
  })
