import {
  type ContractFilter,
  contractHistoryFields,
  type SalesStatus,
  type UrgencyFilter,
} from '../../shared/contract/contracts.ts'
import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { folded } from '../../shared/folded.ts'
import { addDays, addMonths, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { doNotCallsOf } from '../customers/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, unchanged } from '../platform/commit.ts'
import type { Paging } from '../platform/page.ts'
import { whole } from '../platform/rows.ts'
import { refusalOf } from '../records/bulk.ts'
import { historyOf } from '../records/history.ts'
import { listWithin } from '../records/list.ts'
import { moments } from '../records/months.ts'
import { records } from '../records/record.ts'
import { inOrder, text } from '../records/source.ts'
import { type UploadRow, Uploads } from '../spreadsheets/entity.ts'
import { contributionsOf } from './counting.ts'
import { type ContractRow, Contracts } from './entity.ts'
import { contractsWith, endingIn } from './months.ts'

export const contractRecords = records<ContractRow>({
  type: 'contract',
  entity: Contracts,
  called: 'dit contract',
  ownedBy: () => ({}),
  actions: {
    read: 'contract:manage',
    create: 'contract:manage',
    edit: 'contract:manage',
    remove: 'contract:manage',
  },
  derived: ['expiryMonth'],
  contributions: contributionsOf,
  alongside: (before, after) =>
    after && !(before?.salesStatus === after.salesStatus && before.expiryMonth === after.expiryMonth)
      ? [endingIn(after.salesStatus, [after.expiryMonth])]
      : [],
})

/** What the registration of a sale does to the contract that it renews, for the sale's transaction. */
export const contractSigned = (row: ContractRow, by: string): Change[] =>
  contractRecords.changed(row, {
    ...row,
    salesStatus: 'getekend',
    statusChangedAt: now(),
    statusChangedBy: by,
  }).changes

/** Expiring contracts with one sales status, those that end first in front, of one urgency and with a text where asked. */
export const listContracts = (
  actor: Caller,
  salesStatus: SalesStatus,
  { q, urgency, ...paging }: Paging & ContractFilter,
) =>
  listWithin(actor, 'contract:manage', paging, {
    matches: q ? holding(folded(q)) : undefined,
    all: () => contractsWith(salesStatus, urgency && spanOf(urgency, localDateOf(now()))),
    show: viewsOf,
  })

/** The expiry dates of an urgency, the last one excluded; each begins where the one before it ends (rulings 52). */
function spanOf(urgency: UrgencyFilter, today: LocalDate) {
  const endOf = (months: number) => addDays(addMonths(today, months), 1)
  switch (urgency) {
    case 'verlopen':
      return { from: '', until: today }
    case '1':
      return { from: today, until: endOf(1) }
    case '3':
      return { from: endOf(1), until: endOf(3) }
    case '6':
      return { from: endOf(3), until: endOf(6) }
    case 'later':
      return { from: endOf(6), until: '9999' }
  }
}

/**
 * Sets the sales status of contracts, each a change of its own; a note that is given takes the place of theirs. Says how
 * many it changed, and of each that it could not change why.
 */
export async function setSalesStatus(
  actor: Caller,
  { ids, salesStatus, notes }: { ids: readonly string[]; salesStatus: SalesStatus; notes?: string | null | undefined },
) {
  const permit = authorise(actor, 'contract:manage')
  const failed: { id: string; message: string }[] = []
  let updated = 0
  const chosen = new Set(ids)
  for (const id of chosen) {
    let isChanged = false
    const change = contractRecords.edit(
      actor,
      id,
      (row) => {
        const after = { ...row, salesStatus, notes: notes ?? row.notes }
        isChanged = after.salesStatus !== row.salesStatus || after.notes !== row.notes
        if (!isChanged) return null
        const moved = salesStatus === row.salesStatus ? {} : { statusChangedAt: now(), statusChangedBy: actor.id }
        return { verb: 'status', after: { ...after, ...moved } }
      },
      () => undefined,
    )
    const message = await refusalOf(change)
    if (message !== null) failed.push({ id, message })
    else if (isChanged) updated += 1
  }
  return unchanged(permit, { updated, unchanged: chosen.size - updated - failed.length, failed })
}

/** What became of a contract since it was imported, newest first. */
export async function contractHistory(actor: Caller, id: string) {
  await contractRecords.within(actor, id)
  return historyOf({ type: 'contract', fields: contractHistoryFields, verbs: [] }, id)
}

const holding =
  (text: string) =>
  ({ customerName, companyName = '', city = '' }: ContractRow): boolean =>
    [customerName, companyName, city].some((field) => folded(field).includes(text))

/** Uploads, newest first. */
export const listUploads = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'contract:manage', paging, {
    all: () =>
      inOrder<UploadRow>(
        { uploadedAt: moments.isValue, id: text },
        [Uploads.query.byList({ list: 'uploads' })],
        'desc',
      ),
    show: (rows) => rows,
  })

/** Imports an uploaded spreadsheet of contracts by way of the bucket; see `received`. */
export async function uploadContracts(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'contract:manage')
  // Loaded here: a cold start for the lists does not wait for the readers, and others have this face without the bucket.
  const [{ contractImport }, { received }] = await Promise.all([
    import('./importing.ts'),
    import('../spreadsheets/receive.ts'),
  ])
  const { ids, ...imported } = await received(contractImport, permit, { file, folder: 'contracts' })
  return unchanged(permit, { contracts: await contractsOf(await ids()), ...imported })
}

async function contractsOf(ids: readonly string[]) {
  if (ids.length === 0) return []
  const { data } = await Contracts.get([...new Set(ids)].map((id) => ({ id }))).go({ consistent: true })
  return viewsOf(whole(data).sort((one, other) => (one.expiryDate < other.expiryDate ? -1 : 1)))
}

/** Contracts as the API shows them. */
async function viewsOf(rows: readonly ContractRow[]) {
  const closed = await doNotCallsOf(rows.map(({ customerPhone }) => customerPhone))
  return rows.map((row) => ({ ...row, doNotCallSince: (row.customerPhone && closed.get(row.customerPhone)) || null }))
}
