import type { LeadFilter } from '../../shared/api/leads.ts'
import type { ExportFormat } from '../../shared/api/parts/export.ts'
import { leadFields } from '../../shared/leads/record.ts'
import { callStateText } from '../../shared/numbers/state-texts.ts'
import { type Instant, localDateOf, localTimeOf } from '../../shared/time.ts'
import { columnsFor } from '../export/columns.ts'
import { type Exported, exportList } from '../export/export-list.ts'
import { addresseesOf, letterColumns } from '../export/letters.ts'
import type { Caller } from '../platform/actor.ts'
import { readAllLeads } from './list.ts'
import { viewsOf } from './service.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

const dateOf = (date: string | undefined) => (date ? { date } : '')

/** Returns the columns of the export. Telefoon is empty for a number on the do-not-call list. */
const columnsOf = (actor: Caller) =>
  columnsFor<View, typeof leadFields>(actor, leadFields, [
    ...(['customerName', 'companyName'] as const),
    { header: 'Telefoon', value: ({ customerPhone = '', doNotCall }) => (doNotCall ? '' : customerPhone) },
    { header: 'Niet bellen', value: ({ doNotCall }) => (doNotCall ? 'Ja' : '') },
    { header: 'Belstatus', value: ({ mayCall }) => callStateText(mayCall) },
    ...(['customerEmail', 'address', 'houseNumber', 'postalCode', 'city'] as const),
    ...(['status', 'priority', 'contractEndDate'] as const),
    { header: 'Urgent', value: ({ isUrgent }) => (isUrgent ? 'Ja' : '') },
    ...(['energyType', 'currentSupplier', 'monthlyAmount', 'consumption', 'source'] as const),
    { header: 'Toestemming', value: ({ consent }) => consent?.source ?? '' },
    { header: 'Toestemming op', value: ({ consent }) => dateOf(consent?.date) },
    { header: 'Terugbellen op', value: ({ callBackAt }) => dateOf(callBackAt && localDateOf(callBackAt as Instant)) },
    { header: 'Terugbellen om', value: ({ callBackAt }) => (callBackAt ? localTimeOf(callBackAt as Instant) : '') },
    ...(['owner', 'createdAt', 'notes'] as const),
  ])

/**
 * Exports the filtered list of leads as csv or xlsx, in the order of the list. Throws 422 above the limits of one file,
 * 429 after 30 files in five minutes.
 */
export const exportLeads = (actor: Caller, { letters, ...query }: Wanted) =>
  letters
    ? exportLetters(actor, query.format)
    : exportList(actor, query, {
        action: 'lead:read',
        entity: 'lead',
        plural: 'leads',
        columns: columnsOf(actor),
        rows: async (bounds) => viewsOf(await readAllLeads(actor, query, bounds)),
      })

type Wanted = Exported<LeadFilter> & { readonly letters?: 'true' | undefined }

/** Exports names and addresses of leads without consent to an admin. Throws 403 for others (market 67e). */
const exportLetters = (actor: Caller, format: ExportFormat | undefined) =>
  exportList(
    actor,
    { format, call: 'none', letters: 'true' },
    {
      ...{ action: 'calling:manage', entity: 'lead', plural: 'leads', sheet: 'Brievenlijst', columns: letterColumns },
      rows: async (bounds) => addresseesOf(await viewsOf(await readAllLeads(actor, { call: 'none' }, bounds))),
    },
  )
