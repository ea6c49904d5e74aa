import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { contractLengthLabels, providerLabels } from '../../../shared/api/parts/trade.ts'
import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { callStateText } from '../../../shared/numbers/state-texts.ts'
import { type Instant, localDateOf } from '../../../shared/time.ts'
import type { Column } from '../../export/cells.ts'
import { type Exported, exportList } from '../../export/export-list.ts'
import type { Caller } from '../../platform/actor.ts'
import { amountColumnsOf } from '../amounts/amounts.ts'
import { readAllCommissions } from './commission-list.ts'
import { commissionViews } from './commission-view.ts'

type View = Awaited<ReturnType<typeof commissionViews>>[number]

const amountOf = (amount: number | null) => (amount === null ? '' : { amount })

const columnsFor = (actor: Caller, rows: readonly View[]): Column<View>[] => {
  const seen = amountColumnsOf(actor, rows)
  const one = (name: 'agentCommission' | 'callerCommission', header: string): Column<View>[] =>
    seen[name] ? [{ header, value: (row) => amountOf(row[name]) }] : []
  return [
    { header: '#ID', value: ({ id }) => id },
    { header: 'Datum', value: ({ date }) => ({ date }) },
    { header: 'Soort', value: ({ type }) => (type === 'sale' ? 'Sale' : 'Afspraak') },
    { header: 'Klant', value: ({ customerName }) => customerName },
    { header: 'Bedrijf', value: ({ companyName = '' }) => companyName },
    { header: 'Telefoon', value: ({ customerPhone, doNotCallSince }) => (doNotCallSince ? '' : customerPhone) },
    { header: 'Niet bellen', value: ({ doNotCallSince }) => (doNotCallSince ? 'Ja' : '') },
    { header: 'Belstatus', value: ({ mayCall }) => (mayCall ? callStateText(mayCall) : '') },
    { header: 'SalesDock ID', value: ({ salesDockId = '' }) => salesDockId },
    { header: 'Leverancier', value: ({ energyProvider }) => (energyProvider ? providerLabels[energyProvider] : '') },
    { header: 'Contract', value: ({ contractLength }) => (contractLength ? contractLengthLabels[contractLength] : '') },
    { header: 'Agent', value: ({ agentName }) => agentName },
    { header: 'Beller', value: ({ ownerName = '' }) => ownerName },
    { header: 'Team', value: ({ teamName }) => teamName },
    { header: 'Status', value: ({ status }) => saleStatusLabels[status] },
    ...one('agentCommission', 'Agent Commissie'),
    ...one('callerCommission', 'Beller Commissie'),
    { header: 'Totaal', value: ({ totalCommission }) => ({ amount: totalCommission }) },
    { header: 'Nog uit te betalen', value: ({ dueCommission }) => ({ amount: dueCommission }) },
    { header: 'Uitbetaald op', value: ({ paidAt }) => (paidAt ? { date: localDateOf(paidAt as Instant) } : '') },
  ]
}

/**
 * Exports the commissions of a filter as a spreadsheet, with the amounts that the actor may see (rulings 37). Leaves
 * out phone numbers on the do-not-call list. Throws 422 above the limits of one file, 429 after 30 files in five
 * minutes.
 */
export const exportCommissions = (actor: Caller, query: Exported<CommissionFilter>) =>
  exportList<View>(actor, query, {
    action: 'commission:read',
    entity: 'commission',
    plural: 'commissies',
    columns: (rows) => columnsFor(actor, rows),
    rows: async (bounds) => commissionViews(actor, await readAllCommissions(actor, query, bounds)),
  })
