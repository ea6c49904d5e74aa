import { createHash } from 'node:crypto'
import { type Instant, now } from '../../shared/time.ts'
import { recognise } from '../customers/service.ts'
import { whole } from '../platform/rows.ts'
import { accepted } from '../platform/table.ts'
import type { Problem } from '../spreadsheets/row-reading.ts'
import { meeting, outcomeOf, type SeenRows } from '../spreadsheets/seen.ts'
import type { Place, Stored } from '../spreadsheets/tally.ts'
import { type ContractRow, Contracts } from './entity.ts'
import { isNowKnownAs, keyText } from './import-key.ts'
import { dataOf, isSame, mergedWith, sheetDataOf } from './merging.ts'
import { endingIn } from './months.ts'
import type { ImportedContract } from './rules.ts'

/** A contract and the row that tells it, with its sheet where the file has several. */
export interface ImportedRow {
  readonly row: number
  readonly sheet?: string
  readonly contract: ImportedContract
}

/**
 * A contract is found by the customer's number, else by their mail address, else by their address: a write for each of
 * them would cost half as much again as storing the row.
 */
const recognised = recognise<ContractRow>('contract', {
  ownedBy: () => ({}),
  dateOf: ({ expiryDate }) => expiryDate,
  most: 1,
})

/** DynamoDB takes 400 kB an item, names of attributes and keys included. */
const MAX_BYTES = 390_000
const TOO_LARGE = 'is samen met wat al bekend was groter dan 390 kB en kan niet worden bewaard; haal lange teksten weg'

/** The ids under which contracts are stored or will be (rulings 55), in their order. */
export async function contractIdsOf(contracts: readonly ImportedContract[]): Promise<string[]> {
  const known = await knownOf(contracts)
  return contracts.map((contract) => idIn(known, contract))
}

/**
 * Stores a batch of at most 100 rows: new contracts whole, known ones in what the sheet says, so that sales status,
 * notes and assignee stay (rulings 55), the same ones not at all. Only the holder of the import lock may call it, since
 * new rows are put without a condition.
 */
export async function storeContracts(uploadId: string, rows: readonly ImportedRow[], seen: SeenRows): Promise<Stored> {
  const at = now()
  const known = await knownOf(rows.map(({ contract }) => contract))
  const fresh = new Map<string, ContractRow>()
  const changed = new Map<string, ImportedContract[]>()
  const counts = { created: 0, updated: 0, skipped: 0 }
  const ids: string[] = []
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const doubles: Place[] = []
  for (const { contract, ...place } of rows) {
    const id = idIn(known, contract)
    const before = known.get(id)
    const { row, doubt } = before ? changedBy(contract, before) : { row: newRow(id, uploadId, contract, at) }
    if (isTooLarge(row)) {
      problems.push({ ...place, column: null, reason: TOO_LARGE })
      continue
    }
    const earlier = meeting(seen, id, place, dataOf(contract))
    if (earlier === 'same') doubles.push(place)
    else if (earlier) warnings.push({ ...place, column: null, reason: other(contract.importKey, earlier.earlier) })
    if (doubt) warnings.push({ ...place, column: 'Geldig tot', reason: doubt })
    counts[outcomeOf(row === before, before, earlier ? undefined : uploadId)]++
    ids.push(id)
    if (row === before) continue
    known.set(id, row)
    if (!before || fresh.has(id)) fresh.set(id, row)
    else changed.set(id, [...(changed.get(id) ?? []), contract])
  }
  await recognised([...fresh.values()].map((after) => ({ before: null, after })))
  const months = new Set([...fresh.values()].map(({ expiryMonth }) => expiryMonth))
  if (months.size > 0) await endingIn('nieuw', [...months]).go()
  await putAll([...fresh.values()])
  await Promise.all([...changed].map(([id, said]) => update(id, uploadId, said, at)))
  return { ...counts, ids, problems, warnings, doubles }
}

/** How a row that says something else of a contract than an earlier one of the same file is told. */
const other = (importKey: string, earlier: string) =>
  `heeft ${keyText(importKey)} als ${earlier}, maar andere gegevens; samen zijn ze één contract, waarin het laatste telt`

const contractIdOf = (importKey: string) => createHash('sha256').update(importKey).digest('hex').slice(0, 32)

/** Stored contracts by id: those of the keys, and those that may be known by a former key. */
async function knownOf(contracts: readonly ImportedContract[]): Promise<Map<string, ContractRow>> {
  const keys = contracts.flatMap(({ importKey, formerKey }) =>
    formerKey === null ? [importKey] : [importKey, formerKey],
  )
  const ids = new Set(keys.map(contractIdOf))
  const { data } = await Contracts.get([...ids].map((id) => ({ id }))).go({ consistent: true })
  return new Map(whole(data).map((row) => [row.id, row]))
}

/** The id follows from the key; a contract that was stored under a former key keeps its id (rulings 55). */
function idIn(known: ReadonlyMap<string, ContractRow>, { importKey, formerKey }: ImportedContract): string {
  const id = contractIdOf(importKey)
  if (formerKey === null || known.has(id)) return id
  const formerId = contractIdOf(formerKey)
  const former = known.get(formerId)
  return former && isNowKnownAs(importKey, { ...former, metadata: former.metadata ?? {} }) ? formerId : id
}

function newRow(id: string, uploadId: string, contract: ImportedContract, at: Instant): ContractRow {
  return {
    ...dataOf(contract),
    id,
    version: 1,
    uploadId,
    status: 'active',
    salesStatus: 'nieuw',
    assignedTo: undefined,
    notes: undefined,
    statusChangedAt: undefined,
    statusChangedBy: undefined,
    createdAt: at,
    updatedAt: at,
  }
}

/** A known contract after a row has spoken: the very same object when that changes nothing. */
function changedBy(contract: ImportedContract, before: ContractRow): { row: ContractRow; doubt?: string } {
  const { data, ...rest } = mergedWith(before, contract)
  return { row: isSame(before, data) ? before : { ...before, ...data }, ...rest }
}

const isTooLarge = (row: ContractRow) => Buffer.byteLength(JSON.stringify(row)) > MAX_BYTES

async function putAll(rows: readonly ContractRow[]): Promise<void> {
  if (rows.length === 0) return
  const { unprocessed } = await Contracts.put([...rows]).go({ concurrent: 8 })
  for (const row of unprocessed) {
    const missed = rows.find((one) => one.id === row.id)
    if (missed) await Contracts.put(missed).go()
  }
}

const MAX_ATTEMPTS = 8

/** Lets rows speak of a contract as it stands now: again when somebody changed it meanwhile. */
async function update(id: string, uploadId: string, said: readonly ImportedContract[], at: Instant): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { data: before } = await Contracts.get({ id }).go({ consistent: true })
    if (!before) return
    let row: ContractRow = whole(before)
    for (const contract of said) row = { ...row, ...mergedWith(row, contract).data }
    const { version, salesStatus, expiryMonth } = before
    await recognised([{ before: whole(before), after: row }])
    if (row.expiryMonth !== expiryMonth) await endingIn(salesStatus, [row.expiryMonth]).go()
    const isWritten = await accepted(() =>
      Contracts.patch({ id })
        .set({ ...sheetDataOf(row), uploadId, updatedAt: at })
        .add({ version: 1 })
        .composite({ salesStatus })
        .where((attribute, { eq }) => eq(attribute.version, version))
        .go(),
    )
    if (isWritten) return
  }
  throw new Error(`The contract ${id} keeps being changed`)
}
