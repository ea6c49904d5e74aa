import { randomUUID } from 'node:crypto'
import type { SalesStatus } from '../../shared/contract/contracts.ts'
import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { AppError, conflict } from '../../shared/errors.ts'
import { folded } from '../../shared/folded.ts'
import { now } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, unchanged } from '../platform/commit.ts'
import type { Paging } from '../platform/page.ts'
import { whole } from '../platform/rows.ts'
import { listWithin } from '../records/list.ts'
import { dates, moments } from '../records/months.ts'
import { records } from '../records/record.ts'
import { inOrder, text } from '../records/source.ts'
import { type ContractRow, Contracts, type UploadRow, Uploads } from './entity.ts'

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
    show: (rows) => rows,
  })

const holding =
  (text: string) =>
  ({ customerName, companyName = '', city = '' }: ContractRow): boolean =>
    [customerName, companyName, city].some((field) => folded(field).includes(text))

/** Uploads, newest first. */
export const listUploads = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'contract:manage', paging, {
    all: () => inOrder<UploadRow>({ uploadedAt: moments.isValue, id: text }, [Uploads.query.all({})], 'desc'),
    show: (rows) => rows,
  })

/**
 * Imports an uploaded spreadsheet by way of the bucket, so that both roads are one (rulings 56). 422 with the spec's
 * `{error, details, stats}` when the file is no spreadsheet (rulings 54); 409 when another import takes long, in which
 * case the file waits in the bucket and its event imports it.
 */
export async function uploadContracts(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'contract:manage')
  const key = `contracts/${randomUUID()}/${safeName(file.filename)}`
  // Others import this face without having the bucket.
  const { putUpload } = await import('../platform/files.ts')
  await putUpload(key, file.bytes, file.contentType || 'application/octet-stream', {
    'uploaded-by': actor.id,
    filename: encodeURIComponent(file.filename),
  })
  // Loaded here, so that reading the lists does not wait for the spreadsheet readers at a cold start.
  const { ImportBusy, importUpload } = await import('./import.ts')
  const imported = await importUpload(key, { permit }).catch((error: unknown) => {
    if (error instanceof ImportBusy) throw conflict(BUSY)
    throw error
  })
  if (!imported) throw new Error('The upload disappeared')
  const { upload, contractIds } = imported
  const { stats, details, leftOut = [] } = upload
  if (upload.state === 'mislukt') {
    const error = upload.error ?? 'Het bestand kon niet worden gelezen'
    throw new AppError('unprocessable', error, { body: { error, details, stats, leftOut } })
  }
  const contracts = await contractsOf(await contractIds())
  return unchanged(permit, { contracts, stats, details, leftOut, uploadId: upload.id })
}

const BUSY =
  'Er loopt nog een andere import. Het bestand is ontvangen en wordt daarna verwerkt; volg het bij Recente uploads.'

/** A file name as it may stand in a key: what is odd becomes a dash, the name itself travels as metadata. */
const safeName = (filename: string) =>
  filename
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-100)

async function contractsOf(ids: readonly string[]): Promise<ContractRow[]> {
  if (ids.length === 0) return []
  const { data } = await Contracts.get([...new Set(ids)].map((id) => ({ id }))).go({ consistent: true })
  return whole(data).sort((one, other) => (one.expiryDate < other.expiryDate ? -1 : 1))
}
