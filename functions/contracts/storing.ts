import { createHash } from 'node:crypto'
import { now } from '../../shared/time.ts'
import { type ContractRow, Contracts } from './entity.ts'
import type { ImportedContract } from './rules.ts'

/** What a batch came to, row by row. */
export interface Stored {
  readonly created: number
  readonly updated: number
  readonly skipped: number
}

/** The id of a contract: the same in every file that names the same contract (rulings 55). */
export const contractIdOf = (importKey: string) => createHash('sha256').update(importKey).digest('hex').slice(0, 32)

const fingerprint = (data: object) => createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)

/** A contract's imported fields, as they are stored. */
function dataOf({ importKey: _key, metadata, ...contract }: ImportedContract) {
  return { ...contract, supplier: metadata.supplier, metadata }
}

/**
 * Stores a batch of at most 100 contracts: new ones whole, changed ones only in what the sheet says, so that sales
 * status, notes and assignee stay (rulings 55), the same ones not at all. Only the holder of the import lock may call
 * it, since new rows are put without a condition.
 */
export async function storeContracts(uploadId: string, contracts: readonly ImportedContract[]): Promise<Stored> {
  const rows = new Map(contracts.map((contract) => [contractIdOf(contract.importKey), dataOf(contract)]))
  const { data: existing } = await Contracts.get([...rows.keys()].map((id) => ({ id }))).go({ consistent: true })
  const hashes = new Map(existing.map((row) => [row.id, row.dataHash]))
  const at = now()
  const fresh: ContractRow[] = []
  const changed: { id: string; data: ReturnType<typeof dataOf>; dataHash: string }[] = []
  for (const [id, data] of rows) {
    const dataHash = fingerprint(data)
    const known = hashes.get(id)
    if (known === undefined) fresh.push(newRow(id, uploadId, data, dataHash, at))
    else if (known !== dataHash) changed.push({ id, data, dataHash })
  }
  await putAll(fresh)
  await Promise.all(changed.map((change) => update(uploadId, change, at)))
  const skipped = contracts.length - fresh.length - changed.length
  return { created: fresh.length, updated: changed.length, skipped }
}

const newRow = (
  id: string,
  uploadId: string,
  data: ReturnType<typeof dataOf>,
  dataHash: string,
  at: string,
): ContractRow => ({
  ...data,
  id,
  version: 1,
  uploadId,
  dataHash,
  status: 'active',
  salesStatus: 'nieuw',
  createdAt: at,
  updatedAt: at,
})

async function putAll(rows: readonly ContractRow[]): Promise<void> {
  if (rows.length === 0) return
  const { unprocessed } = await Contracts.put([...rows]).go({ concurrent: 8 })
  for (const row of unprocessed) {
    const missed = rows.find((one) => one.id === row.id)
    if (missed) await Contracts.put(missed).go()
  }
}

const optional = [
  'customerEmail',
  'customerPhone',
  'companyName',
  'address',
  'houseNumber',
  'postalCode',
  'city',
  'supplier',
  'productName',
] as const

async function update(
  uploadId: string,
  { id, data, dataHash }: { id: string; data: ReturnType<typeof dataOf>; dataHash: string },
  at: string,
): Promise<void> {
  const { data: before } = await Contracts.get({ id }).go({ consistent: true })
  if (!before) return
  const gone = optional.filter((field) => data[field] === undefined && before[field] !== undefined)
  const kept = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as typeof data
  await Contracts.patch({ id })
    .set({ ...kept, uploadId, dataHash, updatedAt: at })
    .add({ version: 1 })
    .remove(gone)
    .composite({ salesStatus: before.salesStatus })
    .go()
}
