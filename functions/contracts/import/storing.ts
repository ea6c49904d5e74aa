import { setTimeout as pause } from 'node:timers/promises'
import { readPhones } from '../../../shared/identifiers.ts'
import { epochOf, type Instant, now } from '../../../shared/time.ts'
import { traceWriterFor, traceWritesFor } from '../../known-customers/service.ts'
import { movesOf } from '../../platform/data/counters.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { asWhole, getRows, putRows, splitIntoBatches } from '../../platform/data/rows.ts'
import { tryWrite } from '../../platform/data/table.ts'
import { runInParallel } from '../../platform/run-in-parallel.ts'
import type { Stored } from '../../spreadsheets/imports/tally.ts'
import type { UploadWindow } from '../../spreadsheets/imports/tracing.ts'
import { NUMBERLESS } from '../../spreadsheets/recognition/customer.ts'
import type { Problem } from '../../spreadsheets/recognition/row-reading.ts'
import { contributionsOf } from '../counting.ts'
import { type ContractRow, Contracts } from '../entity.ts'
import { addContractMonths } from '../months.ts'
import { contractIdOf, hasPresentKey, namesOfStored } from '../reading/import-key.ts'
import type { ImportedContract } from '../reading/rules.ts'
import { buildCodeRows, ContractCodes, findIdsWithCodes } from './codes.ts'
import { contractTracing, fillContract, isUnchangedBy, mergeContract, sheetDataOf, toSheetData } from './merging.ts'
import { storeSuppliers } from './suppliers.ts'
import { bytesOf, type Pace } from './write-pace.ts'

/** A contract and its row, with its sheet when the file has several. */
export interface ImportedRow {
  readonly row: number
  readonly sheet?: string
  readonly contract: ImportedContract
}

/** Returns what a row says about calls to the number of its customer. */
export const permissionOf = ({
  contract: { customerPhone: phone, companyName: company, permission },
}: ImportedRow) => ({
  ...{ phone, company, ...permission },
})

/** A row of a window. `isRepeated` when an earlier row of its file holds the same contract. */
type WindowRow = ImportedRow & { readonly isRepeated?: boolean }
type SheetContract = Pick<WindowRow, 'contract' | 'isRepeated'>

/**
 * A contract is indexed under one key of its customer: the phone number, else the e-mail address, else the address.
 * Indexing all three would add half to the cost of storing a contract.
 */
const hints = { ownersOf: () => ({}), dateOf: ({ expiryDate }: ContractRow) => expiryDate, most: 1 }
const indexCustomers = traceWriterFor<ContractRow>('contract', hints)
/** Returns the writes that index a contract's customer by phone, e-mail or address, so that other records find it. */
export const contractTraceWrites = traceWritesFor<ContractRow>('contract', hints)

/** Maximum size of a row: DynamoDB takes 400 kB an item, names of attributes and keys included. */
const MAX_BYTES = 390_000
/** Refusal of a row that is too large to store. */
export const TOO_LARGE = 'wordt met de bekende gegevens groter dan 390 kB; kort lange teksten in'

/** Returns the ids under which contracts of a sheet are or will be stored, in their order (rulings 55). */
export async function findContractIds(contracts: readonly ImportedContract[]): Promise<string[]> {
  const known = await findKnown(contracts)
  return contracts.map((contract) => idIn(known, contract))
}

/** Returns the stored contracts that match contracts of a sheet, each once; leaves out those without a match. */
export async function findStoredContracts(contracts: readonly ImportedContract[]): Promise<ContractRow[]> {
  const known = await findKnown(contracts)
  const ids = new Set(contracts.map((contract) => idIn(known, contract)))
  return [...ids].map((id) => known.rows.get(id)).filter((row) => row !== undefined)
}

/** Functions that pace the writes, extend the import lock, and put numbers on the do-not-call list. */
interface With {
  readonly pace: Pace
  readonly renew: () => Promise<void>
  readonly addToDoNotCallList: (phones: readonly string[]) => Promise<void>
}

/**
 * Stores the contracts of a window (batch of rows); returns their ids and counts, rows of an interrupted attempt
 * included. Known contracts get the values of the sheet and keep sales status, notes and assignee (rulings 55). The
 * caller must hold the import lock, which `renew` extends, as new rows are written without a condition.
 */
export async function storeContracts(
  turn: UploadWindow,
  rows: readonly WindowRow[],
  { pace, renew, addToDoNotCallList }: With,
): Promise<Stored> {
  const at = now()
  const known = await findKnown(rows.map(({ contract }) => contract))
  const { changed, counts, created, refused, results, ids, problems, warnings } = compareRows(turn, rows, known, at)
  const first = [
    () => addToDoNotCallList(refused),
    () => putRows(ContractCodes, buildCodeRows(turn, results)),
    () => storeSuppliers(changed.map(({ after }) => after)),
  ]
  await runInParallel(first, (store) => store())
  const paced = async (those: readonly ContractRow[], signal: AbortSignal) => {
    const wait = pace(those, epochOf(now()))
    if (wait > 0) await pause(wait, undefined, { signal })
    await renew()
  }
  const made = changed.flatMap(({ before, after }) => (before ? [] : [after]))
  await putContracts(made, paced)
  const update = async ({ before, said }: (typeof changed)[number], failed: AbortSignal) => {
    if (!before) return
    await paced([before], failed)
    await updateContract(before, turn, said, at)
  }
  await runInParallel(changed, update, CHANGED_TOGETHER)
  // Each created contract counts with the status of its row, whatever its status is later.
  const count = movesOf([], created.flatMap(contributionsOf))
  return { ...counts, ids, problems, warnings, count, outbox: assignmentsOf(turn, created) }
}

/**
 * Compares a window (part of the rows of an upload) with the stored contracts; returns the expected counts and stores
 * nothing. A row whose contract an earlier window would create counts as updated, or as skipped when `isSame` (equal to
 * an earlier row).
 */
export async function planContracts(
  turn: UploadWindow,
  rows: readonly (WindowRow & { readonly isSame: boolean })[],
): Promise<Stored> {
  const known = await findKnown(rows.map(({ contract }) => contract))
  const own = new Set<string>()
  const later = { updated: 0, skipped: 0 }
  const compared = rows.filter(({ contract, isRepeated, isSame }) => {
    const id = idIn(known, contract)
    const isLater = isRepeated && !known.rows.has(id) && !own.has(id)
    if (isLater) later[isSame ? 'skipped' : 'updated']++
    else own.add(id)
    return !isLater
  })
  const { counts, problems, warnings } = compareRows(turn, compared, known, now())
  const { created, updated, skipped } = counts
  return { created, updated: updated + later.updated, skipped: skipped + later.skipped, ids: [], problems, warnings }
}

/**
 * Applies a window's rows to the known contracts in memory, without storing; adds new contracts to `known`. Returns
 * changed contracts, counts, problems and warnings.
 */
function compareRows(turn: UploadWindow, rows: readonly WindowRow[], known: Known, at: Instant) {
  const stored = new Map(known.rows)
  const states = new Map([...stored].map(([id, row]) => [id, contractTracing.asBeforeWindow(turn, row)]))
  const said = new Map<string, SheetContract[]>()
  const counts = { created: 0, updated: 0, skipped: 0 }
  const created: Created[] = []
  const ids: string[] = []
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const refused: string[] = []
  const results: { before: ContractRow | null; after: ContractRow }[] = []
  for (const { contract, isRepeated = false, ...place } of rows) {
    const id = idIn(known, contract)
    const before = states.get(id)
    const { row, doubt } = before ? applyRow({ contract, isRepeated }, before) : { row: newRow(id, turn, contract, at) }
    if (isTooLarge(row)) {
      problems.push({ ...place, column: null, reason: TOO_LARGE })
      continue
    }
    if (doubt) warnings.push({ ...place, column: 'Geldig tot', reason: doubt })
    if (contract.doNotCall) {
      // The contract may keep its stored number instead of the number in this row. Both go on the do-not-call list.
      const numbers = [contract.customerPhone, row.customerPhone].flatMap((one = '') => readPhones(one))
      refused.push(...new Set(numbers))
      if (numbers.length === 0) warnings.push({ ...place, column: null, reason: NUMBERLESS })
    }
    const isFirst = !said.has(id)
    const isDone =
      isFirst && before !== undefined && row === before && contractTracing.isDoneIn(turn, stored.get(id) ?? row)
    counts[!before ? 'created' : row === before && !isDone ? 'skipped' : 'updated']++
    if (!before)
      created.push({ id, salesStatus: statusIn(contract), callState: undefined, assignedTo: contract.work.assignedTo })
    ids.push(id)
    if (row !== before || isDone) results.push({ before: isDone ? null : (before ?? null), after: row })
    if (row === before) continue
    remember(known, row)
    states.set(id, row)
    said.set(id, [...(said.get(id) ?? []), { contract, isRepeated }])
  }
  const changed = [...said].flatMap(([id, those]) => {
    const after = states.get(id)
    return after ? [{ before: stored.get(id), after, said: those }] : []
  })
  return { changed, counts, created, ids, problems, warnings, refused, results }
}

/** Stored contracts by id, and the id of the contract with each name. */
interface Known {
  readonly rows: Map<string, ContractRow>
  readonly ids: Map<string, string>
}

/**
 * Reads the stored contracts of rows, found by each of their names. A contract may also be stored under the id of its
 * current or of its former key. Of several with one name, the oldest has it.
 */
async function findKnown(contracts: readonly ImportedContract[]): Promise<Known> {
  const keys = contracts.flatMap(({ importKey, formerKey }) =>
    formerKey === null ? [importKey] : [importKey, formerKey],
  )
  const named = await findIdsWithCodes(new Set(contracts.flatMap(({ names }) => names)))
  const ids = new Set([...keys.map(contractIdOf), ...named])
  const rows = await getRows(
    Contracts,
    Array.from(ids, (id) => ({ id })),
  )
  const known: Known = { rows: new Map(), ids: new Map() }
  const byAge = asWhole(rows).sort((one, other) =>
    `${one.createdAt}${one.id}` < `${other.createdAt}${other.id}` ? -1 : 1,
  )
  for (const row of byAge) remember(known, row)
  return known
}

/** Adds a contract to the known ones, under those of its names that no other has. */
function remember({ rows, ids }: Known, row: ContractRow): void {
  rows.set(row.id, row)
  for (const name of namesOfStored({ ...row, metadata: row.metadata ?? {} })) if (!ids.has(name)) ids.set(name, row.id)
}

/**
 * Returns the id under which a contract is or will be stored: that of the first stored contract with one of its names,
 * the Sale ID before EANs. A contract stored under its former key keeps that id, provided its stored values give the
 * present key too.
 */
function idIn({ rows, ids }: Known, contract: ImportedContract): string {
  const named = contract.names.map((name) => ids.get(name))
  const known = named.find((one) => one !== undefined)
  if (known !== undefined) return known
  const { importKey, formerKey } = contract
  const id = contractIdOf(importKey)
  if (formerKey === null || rows.has(id)) return id
  const formerId = contractIdOf(formerKey)
  const former = rows.get(formerId)
  return former && hasPresentKey(importKey, { ...former, metadata: former.metadata ?? {} }) ? formerId : id
}

/** A created contract, with the status and the name of the assignee in its row. */
type Created = Pick<ContractRow, 'id' | 'salesStatus' | 'callState'> & Pick<ImportedContract['work'], 'assignedTo'>

/** Returns the work that assigns created contracts to the colleagues whom their rows name. */
function assignmentsOf({ uploadId }: UploadWindow, created: readonly Created[]): OutboxItem[] {
  const named = created.flatMap(({ id, assignedTo: name }) => (name === undefined ? [] : [{ id, name }]))
  return named.length === 0 ? [] : [{ kind: 'contract-sheet-owners', subject: uploadId, facts: named }]
}

/** Returns the sales status of a new contract. */
const statusIn = ({ work }: ImportedContract) => work.salesStatus ?? 'nieuw'

/** Builds the row of a contract that an import adds. */
function newRow(id: string, madeBy: UploadWindow, contract: ImportedContract, at: Instant): ContractRow {
  return {
    ...toSheetData(contract),
    id,
    version: 1,
    uploadId: madeBy.uploadId,
    status: 'active',
    salesStatus: statusIn(contract),
    assignedTo: undefined,
    assignedTeamId: undefined,
    leadId: undefined,
    appointmentId: undefined,
    sales: undefined,
    signed: undefined,
    notes: contract.work.notes,
    callState: undefined,
    callUntil: undefined,
    callSource: undefined,
    statusChangedAt: undefined,
    statusChangedBy: undefined,
    madeBy,
    touched: undefined,
    former: undefined,
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * Returns a known contract with the values of a row; the same object when nothing changes. When a file has the contract
 * twice, the row with the later end counts. An old term further down then does not undo a renewal.
 */
function applyRow(
  { contract, isRepeated = false }: SheetContract,
  before: ContractRow,
): { row: ContractRow; doubt?: string } {
  const isOlder = isRepeated && contract.expiryDate < before.expiryDate
  const { data, ...rest } = isOlder ? { data: fillContract(before, contract) } : mergeContract(before, contract)
  return { row: isUnchangedBy(before, data) ? before : { ...before, ...data }, ...rest }
}

const isTooLarge = (row: ContractRow) => bytesOf(row) > MAX_BYTES

/**
 * Writes new contracts in batches, after the months in which they end, so that lists read these months, and after the
 * index rows of the customers in a batch. When a window is repeated after a crash, missing contracts are added.
 */
async function putContracts(
  rows: readonly ContractRow[],
  paced: (rows: readonly ContractRow[], failed: AbortSignal) => Promise<void>,
) {
  for (const [salesStatus, those] of Map.groupBy(rows, (row) => row.salesStatus)) {
    await addContractMonths(salesStatus, [...new Set(those.map(({ expiryMonth }) => expiryMonth))]).go()
  }
  const put = async (batch: readonly ContractRow[], failed: AbortSignal) => {
    await paced(batch, failed)
    await indexCustomers(batch.map((after) => ({ before: null, after })))
    await putRows(Contracts, batch)
  }
  await runInParallel(splitIntoBatches(rows, BATCH), put, PUT_TOGETHER)
}

/** Number of contracts in one BatchWrite. */
const BATCH = 25
/** Number of BatchWrites in parallel. */
const PUT_TOGETHER = 8
/** Number of known contracts changed in parallel. */
const CHANGED_TOGETHER = 16

const MAX_ATTEMPTS = 8

/** Applies rows to a stored contract; tries again with its new state when somebody changed it meanwhile. */
async function updateContract(
  found: ContractRow,
  turn: UploadWindow,
  said: readonly SheetContract[],
  at: Instant,
): Promise<void> {
  let before = found
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = said.reduce((one, next) => applyRow(next, one).row, before)
    if (row === before) return
    const { id, version, salesStatus, expiryMonth } = before
    await indexCustomers([{ before, after: row }])
    if (row.expiryMonth !== expiryMonth) await addContractMonths(salesStatus, [row.expiryMonth]).go()
    const after = sheetDataOf(row)
    const trace = contractTracing.trace(turn, before, after)
    // Leaves out the former values when the row has no room for them.
    const former = isTooLarge({ ...row, ...trace }) ? undefined : trace.former
    const isWritten = await tryWrite(() =>
      Contracts.patch({ id })
        .data(({ former: was }, { set, remove }) => {
          if (former === undefined) remove(was)
          else set(was, former)
        })
        .set({ ...after, uploadId: turn.uploadId, touched: trace.touched, updatedAt: at })
        .add({ version: 1 })
        .composite({ salesStatus })
        .where((attribute, { eq }) => eq(attribute.version, version))
        .go(),
    )
    if (isWritten) return
    const { data } = await Contracts.get({ id }).go({ consistent: true })
    if (!data) return
    before = asWhole(data)
  }
  throw new Error(`The contract ${found.id} keeps being changed`)
}
