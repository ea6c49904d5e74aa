import { invoiceStatusLabels, invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import type { InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import { OVERDUE_LABEL } from '../../../shared/invoices/choices.ts'
import type { Column } from '../../export/cells.ts'
import { type Exported, exportList } from '../../export/export-list.ts'
import type { Caller } from '../../platform/actor.ts'
import { fullName } from '../../platform/identity/user.ts'
import { readAllInvoices, readAssignedInvoices } from './list.ts'
import { viewsOf } from './views.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

const columns: readonly Column<View>[] = [
  { header: 'Nummer', value: ({ invoiceNumber }) => invoiceNumber },
  { header: 'Soort', value: ({ type }) => invoiceTypeLabels[type] },
  { header: 'Partner', value: ({ partnerName }) => partnerName },
  { header: 'Omschrijving', value: ({ description }) => description },
  { header: 'Factuurdatum', value: ({ invoiceDate }) => ({ date: invoiceDate }) },
  { header: 'Vervaldatum', value: ({ dueDate }) => ({ date: dueDate }) },
  { header: 'Status', value: ({ status, isOverdue }) => (isOverdue ? OVERDUE_LABEL : invoiceStatusLabels[status]) },
  { header: 'Excl. btw', value: ({ amount }) => ({ amount }) },
  { header: 'Btw', value: ({ vatAmount }) => ({ amount: vatAmount }) },
  { header: 'Incl. btw', value: ({ totalAmount }) => ({ amount: totalAmount }) },
  { header: 'Vandaag te betalen', value: ({ payableToday }) => ({ amount: payableToday }) },
  { header: 'Betaald op', value: ({ paymentDate }) => (paymentDate ? { date: paymentDate } : '') },
  { header: 'Toegewezen aan', value: ({ assignedUser }) => (assignedUser ? fullName(assignedUser) : '') },
  { header: 'Notities', value: ({ notes = '' }) => notes },
]

const named = { entity: 'invoice', plural: 'facturen' }

/** Exports the filtered invoices as a spreadsheet, in the order of the list. Throws 422 above the limit of one file. */
export const exportInvoices = (actor: Caller, query: Exported<InvoiceFilter>) =>
  exportList(actor, query, {
    ...{ ...named, action: 'self-billing:manage', columns },
    rows: async (bounds) => viewsOf(actor, await readAllInvoices(actor, query, bounds)),
  })

/**
 * Exports as a spreadsheet the invoices that are assigned to the actor, or belong to a partner whose agent the actor
 * is. They are of the last twelve months, filtered by status, without notes. Throws 422 above the limit of one file.
 */
export const exportAssignedInvoices = (actor: Caller, query: Exported<Pick<InvoiceFilter, 'status'>>) =>
  exportList(actor, query, {
    ...{ ...named, action: 'invoice:assigned', columns: columns.filter(({ header }) => header !== 'Notities') },
    rows: async (bounds) => viewsOf(actor, await readAssignedInvoices(actor, query, bounds)),
  })
