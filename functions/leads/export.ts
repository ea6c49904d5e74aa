import { energyTypeLabels, type LeadFilter, leadStatusLabels, priorityLabels } from '../../shared/contract/leads.ts'
import type { ExportFormat } from '../../shared/contract/parts/export.ts'
import { type Instant, localDateOf, localTimeOf } from '../../shared/time.ts'
import type { Column } from '../export/cells.ts'
import { exportList } from '../export/exported.ts'
import type { Caller } from '../platform/actor.ts'
import { fullName } from '../platform/identity/user.ts'
import { allLeads } from './list.ts'
import { viewsOf } from './service.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

const dateOf = (date: string | undefined) => (date ? { date } : '')

/** Leaves out numbers on the do-not-call list (rulings 32). */
const columns: readonly Column<View>[] = [
  { header: 'Klant', value: ({ customerName }) => customerName },
  { header: 'Bedrijf', value: ({ companyName = '' }) => companyName },
  { header: 'Telefoon', value: ({ customerPhone = '', doNotCall }) => (doNotCall ? '' : customerPhone) },
  { header: 'Niet bellen', value: ({ doNotCall }) => (doNotCall ? 'Ja' : '') },
  { header: 'E-mail', value: ({ customerEmail = '' }) => customerEmail },
  { header: 'Adres', value: ({ address = '' }) => address },
  { header: 'Huisnummer', value: ({ houseNumber = '' }) => houseNumber },
  { header: 'Postcode', value: ({ postalCode = '' }) => postalCode },
  { header: 'Plaats', value: ({ city = '' }) => city },
  { header: 'Status', value: ({ status }) => leadStatusLabels[status] },
  { header: 'Prioriteit', value: ({ priority }) => priorityLabels[priority] },
  { header: 'Einddatum contract', value: ({ contractEndDate }) => dateOf(contractEndDate) },
  { header: 'Urgent', value: (row) => (row.isUrgent ? 'Ja' : '') },
  { header: 'Energietype', value: ({ energyType }) => energyTypeLabels[energyType] },
  { header: 'Huidige leverancier', value: ({ currentSupplier = '' }) => currentSupplier },
  { header: 'Maandbedrag', value: ({ monthlyAmount = '' }) => monthlyAmount },
  { header: 'Verbruik (kWh/jaar)', value: ({ consumption = '' }) => consumption },
  { header: 'Bron', value: ({ source = '' }) => source },
  { header: 'Toestemming', value: ({ consent }) => consent?.source ?? '' },
  { header: 'Toestemming op', value: ({ consent }) => dateOf(consent?.date) },
  { header: 'Terugbellen op', value: ({ callBackAt }) => dateOf(callBackAt && localDateOf(callBackAt as Instant)) },
  { header: 'Terugbellen om', value: ({ callBackAt }) => (callBackAt ? localTimeOf(callBackAt as Instant) : '') },
  { header: 'Eigenaar', value: ({ owner }) => fullName(owner) },
  { header: 'Aangemaakt', value: ({ createdAt }) => dateOf(localDateOf(createdAt as Instant)) },
  { header: 'Notities', value: ({ notes = '' }) => notes },
]

/**
 * Exports the filtered list of leads as a spreadsheet, in the order of the list. Throws 422 above the limits of one
 * file.
 */
export const exportLeads = (actor: Caller, { format, ...query }: LeadFilter & { format?: ExportFormat | undefined }) =>
  exportList(
    actor,
    {
      action: 'lead:read',
      entity: 'lead',
      plural: 'leads',
      sheet: 'Leads',
      columns,
      rows: async (bounds) => viewsOf(await allLeads(actor, query, bounds)),
    },
    { format, filter: query },
  )
