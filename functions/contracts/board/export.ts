import type { ExportFormat } from '../../../shared/api/parts/export.ts'
import type { BoardStatus } from '../../../shared/api/parts/statuses.ts'
import type { ContractFilter } from '../../../shared/api/schemas/contracts.ts'
import { contractFields } from '../../../shared/contracts/record.ts'
import { callStateText } from '../../../shared/numbers/state-texts.ts'
import { columnsFor } from '../../export/columns.ts'
import { type Exported, exportList } from '../../export/export-list.ts'
import { addresseesOf, letterColumns } from '../../export/letters.ts'
import type { Caller } from '../../platform/actor.ts'
import type { ContractMetadata } from '../entity.ts'
import { viewsOf } from '../views.ts'
import { readAllContracts } from './board.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

const monthsOf = ({ durationValue, durationUnit }: View) =>
  durationUnit === 'years' ? durationValue * 12 : durationValue

const namesIn = ({ metadata }: View) => (metadata ?? {}) as ContractMetadata

/**
 * Returns the columns of the export, without phone numbers on the do-not-call list. The Sale ID and the contract number
 * make an import of the file find the same contracts again.
 */
const columnsOf = (actor: Caller) =>
  columnsFor<View, typeof contractFields>(actor, contractFields, [
    { header: 'Sale ID', value: (row) => namesIn(row).saleId ?? '' },
    { header: 'Contractnummer', value: (row) => namesIn(row).contractNumber ?? '' },
    ...(['customerName', 'companyName'] as const),
    { header: 'Telefoon', value: ({ customerPhone = '', doNotCallSince }) => (doNotCallSince ? '' : customerPhone) },
    { header: 'Niet bellen', value: ({ doNotCallSince }) => (doNotCallSince ? 'Ja' : '') },
    { header: 'Belstatus', value: ({ mayCall }) => callStateText(mayCall) },
    ...(['customerEmail', 'address', 'houseNumber', 'postalCode', 'city', 'kvkNumber'] as const),
    ...(['supplier', 'productName', 'market'] as const),
    {
      header: 'Tekendatum',
      value: ({ signedDate, assumed }) => (assumed.includes('signedDate') ? '' : { date: signedDate }),
    },
    'startDate',
    { header: 'Looptijd (maanden)', value: (row) => ({ count: monthsOf(row) }) },
    { header: 'Aangenomen', value: ({ assumed }) => (assumed.includes('durationValue') ? 'Looptijd' : '') },
    { header: 'Geldig tot', value: ({ expiryDate }) => ({ date: expiryDate }) },
    ...(['electricityUsage', 'gasUsage', 'eanElectricity', 'eanGas', 'salesStatus', 'assignedTo'] as const),
    ...(['teamName', 'agentName', 'notes'] as const),
  ])

type Wanted = Exported<ContractFilter> & { readonly status: BoardStatus; readonly letters?: 'true' | undefined }

/**
 * Exports the filtered contracts of a sales status as csv or xlsx, by end date, with account numbers masked (rulings
 * 62). Throws 422 above the limits of one file, 429 after 30 files in five minutes.
 */
export const exportContracts = (actor: Caller, { letters, ...query }: Wanted) =>
  letters
    ? exportLetters(actor, query.format)
    : exportList(actor, query, {
        action: 'contract:manage',
        entity: 'contract',
        plural: 'contracten',
        columns: columnsOf(actor),
        rows: async (bounds) => viewsOf(actor, await readAllContracts(actor, query.status, query, bounds)),
      })

/** Exports names and addresses of customers of contracts without consent to an admin (market 67e). */
const exportLetters = (actor: Caller, format: ExportFormat | undefined) =>
  exportList(
    actor,
    { format, call: 'none', letters: 'true' },
    {
      ...{ action: 'calling:manage', entity: 'contract', plural: 'contracten', sheet: 'Brievenlijst' },
      columns: letterColumns,
      rows: async (bounds) =>
        addresseesOf(await viewsOf(actor, await readAllContracts(actor, 'alle', { call: 'none' }, bounds))),
    },
  )
