import { can, seesPersonalData } from '../../shared/access.ts'
import type { ExportFormat } from '../../shared/contract/export.ts'
import { energyTypeLabels } from '../../shared/contract/leads.ts'
import {
  contractLengthLabels,
  marketLabels,
  providerLabels,
  type SaleFilter,
  saleStatusLabels,
} from '../../shared/contract/sales.ts'
import type { Column } from '../export/cells.ts'
import { exported } from '../export/exported.ts'
import type { Caller } from '../platform/actor.ts'
import { fullName } from '../platform/user.ts'
import { amountsIn } from './amounts.ts'
import { allSales } from './list.ts'
import { viewsOf } from './views.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

const dateOf = (date: string | undefined) => (date ? { date } : '')
const amountOf = (amount: number | null) => (amount === null ? '' : { amount })
const countOf = (count: number | undefined) => (count === undefined ? '' : { count })

/** Columns before personal data; a phone number that may not be called is left out (rulings 32). */
const first: readonly Column<View>[] = [
  { header: 'SalesDock ID', value: ({ salesDockId }) => salesDockId },
  { header: 'Datum', value: ({ saleDate }) => ({ date: saleDate }) },
  { header: 'Status', value: ({ status }) => saleStatusLabels[status] },
  { header: 'Klant', value: ({ customerName }) => customerName },
  { header: 'Bedrijf', value: ({ companyName = '' }) => companyName },
  { header: 'Telefoon', value: ({ customerPhone, doNotCallSince }) => (doNotCallSince ? '' : customerPhone) },
  { header: 'Niet bellen', value: ({ doNotCallSince }) => (doNotCallSince ? 'Ja' : '') },
  { header: 'E-mail', value: ({ customerEmail = '' }) => customerEmail },
  { header: 'Adres', value: ({ address }) => address },
  { header: 'Huisnummer', value: ({ houseNumber }) => houseNumber },
  { header: 'Postcode', value: ({ postalCode }) => postalCode },
  { header: 'Plaats', value: ({ city }) => city },
]

const personal: readonly Column<View>[] = [
  { header: 'EAN stroom', value: ({ eanElectricity = '' }) => eanElectricity },
  { header: 'EAN gas', value: ({ eanGas = '' }) => eanGas },
  { header: 'Rekeninghouder', value: ({ bankAccountHolder = '' }) => bankAccountHolder },
]

const product: readonly Column<View>[] = [
  { header: 'Leverancier', value: ({ provider }) => providerLabels[provider] },
  { header: 'Product', value: ({ productType }) => energyTypeLabels[productType] },
  { header: 'Looptijd', value: ({ contractLength }) => contractLengthLabels[contractLength] },
  { header: 'Markt', value: ({ market }) => marketLabels[market] },
  { header: 'Startdatum', value: ({ contractStartDate }) => dateOf(contractStartDate) },
  { header: 'Einddatum', value: ({ contractEndDate }) => dateOf(contractEndDate) },
  { header: 'Gas (m³/jaar)', value: ({ gasUsage }) => countOf(gasUsage) },
  { header: 'Stroom (kWh/jaar)', value: ({ electricityUsage }) => countOf(electricityUsage) },
  { header: 'Agent', value: ({ agent }) => fullName(agent) },
  { header: 'Beller', value: ({ caller }) => (caller ? fullName(caller) : '') },
  { header: 'Team', value: ({ team }) => team.name },
]

const revenue: readonly Column<View>[] = [
  { header: 'Verwachte omzet', value: (row) => amountOf(row.revenue?.expected ?? null) },
  { header: 'Ontvangen commissie', value: (row) => amountOf(row.revenue?.received ?? null) },
]

/**
 * Returns the columns for an actor: amounts that they see (rulings 37), personal data by their right, never an IBAN
 * (rulings 62).
 */
function columnsFor(actor: Caller, rows: readonly View[]): readonly Column<View>[] {
  const sees = amountsIn(actor, rows)
  const amounts: readonly Column<View>[] = [
    ...(sees.agentCommission
      ? [{ header: 'Agent commissie', value: (row: View) => amountOf(row.agentCommission) }]
      : []),
    ...(sees.callerCommission
      ? [{ header: 'Caller commissie', value: (row: View) => amountOf(row.callerCommission) }]
      : []),
    ...(sees.agentCommission && sees.callerCommission
      ? [{ header: 'Totaal', value: (row: View) => amountOf(row.totalCommission) }]
      : []),
    ...(can(actor, 'revenue:manage') ? revenue : []),
  ]
  const notes: Column<View> = { header: 'Notities', value: ({ notes: text = '' }) => text }
  return [...first, ...(seesPersonalData(actor) ? personal : []), ...product, ...amounts, notes]
}

/** Exports the filtered list of sales as a spreadsheet, in the order of the list. 422 above the limit of one file. */
export const exportSales = (actor: Caller, { format, ...query }: SaleFilter & { format?: ExportFormat | undefined }) =>
  exported<View>(
    actor,
    {
      action: 'sale:list',
      entity: 'sale',
      plural: 'sales',
      sheet: 'Sales',
      columns: (rows) => columnsFor(actor, rows),
      rows: async (bounds) => viewsOf(actor, await allSales(actor, query, bounds)),
    },
    { format, filter: query },
  )
