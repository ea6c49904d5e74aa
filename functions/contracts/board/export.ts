import { seesPersonalData } from '../../../shared/access.ts'
import type { ExportFormat } from '../../../shared/contract/parts/export.ts'
import { type ContractFilter, type SalesStatus, salesStatusLabels } from '../../../shared/contract/schemas/contracts.ts'
import { marketLabels } from '../../../shared/contract/schemas/sale-form.ts'
import type { Column } from '../../export/cells.ts'
import { exportList } from '../../export/exported.ts'
import type { Caller } from '../../platform/actor.ts'
import { fullName } from '../../platform/identity/user.ts'
import { viewsOf } from '../views.ts'
import { allContractsOf } from './board.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

const monthsOf = ({ durationValue, durationUnit }: View) =>
  durationUnit === 'years' ? durationValue * 12 : durationValue

const countOf = (count: number | undefined) => (count === undefined ? '' : { count: Math.round(count) })

/** Leaves out numbers on the do-not-call list (rulings 32). */
const first: readonly Column<View>[] = [
  { header: 'Klant', value: ({ customerName }) => customerName },
  { header: 'Bedrijf', value: ({ companyName = '' }) => companyName },
  { header: 'Telefoon', value: ({ customerPhone = '', doNotCallSince }) => (doNotCallSince ? '' : customerPhone) },
  { header: 'Niet bellen', value: ({ doNotCallSince }) => (doNotCallSince ? 'Ja' : '') },
  { header: 'E-mail', value: ({ customerEmail = '' }) => customerEmail },
  { header: 'Adres', value: ({ address = '' }) => address },
  { header: 'Huisnummer', value: ({ houseNumber = '' }) => houseNumber },
  { header: 'Postcode', value: ({ postalCode = '' }) => postalCode },
  { header: 'Plaats', value: ({ city = '' }) => city },
  { header: 'KvK-nummer', value: ({ kvkNumber = '' }) => kvkNumber },
  { header: 'Leverancier', value: ({ supplier = '' }) => supplier },
  { header: 'Product', value: ({ productName = '' }) => productName },
  { header: 'Markt', value: ({ market }) => (market ? marketLabels[market] : '') },
  {
    header: 'Tekendatum',
    value: ({ signedDate, assumed }) => (assumed.includes('signedDate') ? '' : { date: signedDate }),
  },
  { header: 'Ingangsdatum', value: ({ startDate }) => (startDate ? { date: startDate } : '') },
  { header: 'Looptijd (maanden)', value: (row) => ({ count: monthsOf(row) }) },
  { header: 'Aangenomen', value: ({ assumed }) => (assumed.includes('durationValue') ? 'Looptijd' : '') },
  { header: 'Geldig tot', value: ({ expiryDate }) => ({ date: expiryDate }) },
  { header: 'Verbruik stroom', value: ({ electricityUsage }) => countOf(electricityUsage) },
  { header: 'Verbruik gas', value: ({ gasUsage }) => countOf(gasUsage) },
]

const personal: readonly Column<View>[] = [
  { header: 'EAN stroom', value: ({ eanElectricity = '' }) => eanElectricity },
  { header: 'EAN gas', value: ({ eanGas = '' }) => eanGas },
]

const last: readonly Column<View>[] = [
  { header: 'Verkoopstatus', value: ({ salesStatus }) => salesStatusLabels[salesStatus] },
  { header: 'Toegewezen aan', value: ({ assignedTo }) => (assignedTo ? fullName(assignedTo) : '') },
  { header: 'Team in bestand', value: ({ teamName = '' }) => teamName },
  { header: 'Agent in bestand', value: ({ agentName = '' }) => agentName },
  { header: 'Notities', value: ({ notes = '' }) => notes },
]

interface Wanted extends ContractFilter {
  readonly status: SalesStatus
  readonly format?: ExportFormat | undefined
}

/**
 * Exports the filtered contracts of a sales status as a spreadsheet, in the order of the board, never with an IBAN
 * (rulings 62). Throws 422 above the limits of one file.
 */
export const exportContracts = (actor: Caller, { status, format, ...query }: Wanted) =>
  exportList(
    actor,
    {
      action: 'contract:manage',
      entity: 'contract',
      plural: 'contracten',
      sheet: 'Contracten',
      columns: [...first, ...(seesPersonalData(actor) ? personal : []), ...last],
      rows: async (bounds) => viewsOf(actor, await allContractsOf(actor, status, query, bounds)),
    },
    { format, filter: { status, ...query } },
  )
