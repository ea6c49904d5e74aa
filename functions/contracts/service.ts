import type { SalesStatus } from '../../shared/contract/contracts.ts'
import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { folded } from '../../shared/folded.ts'
import { now } from '../../shared/time.ts'
import { doNotCallsOf } from '../customers/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, unchanged } from '../platform/commit.ts'
import type { Paging } from '../platform/page.ts'
import { whole } from '../platform/rows.ts'
import { listWithin } from '../records/list.ts'
import { dates, moments } from '../records/months.ts'
import { records } from '../records/record.ts'
import { inOrder, text } from '../records/source.ts'
import { type UploadRow, Uploads } from '../spreadsheets/entity.ts'
import { type ContractRow, Contracts } from './entity.ts'

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
})

/** What the registration of a sale does to the contract that it renews, for the sale's transaction. */
export const contractSigned = (row: ContractRow, by: string): Change[] =>
  contractRecords.changed(row, {
    ...row,
    salesStatus: 'getekend',
    statusChangedAt: now(),
    statusChangedBy: by,
  }).changes

interface Query extends Paging {
  readonly q?: string | undefined
}

/** Expiring contracts with one sales status, those that end first in front; with `q` those that hold a text. */
export const listContracts = (actor: Caller, salesStatus: SalesStatus, query: Query) =>
  listWithin(actor, 'contract:manage', query, {
    matches: query.q ? holding(folded(query.q)) : undefined,
    all: () =>
      inOrder<ContractRow>({ expiryDate: dates.isValue, id: text }, [Contracts.query.bySalesStatus({ salesStatus })]),
    show: viewsOf,
  })

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
