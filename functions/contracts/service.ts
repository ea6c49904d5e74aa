import type { SalesStatus } from '../../shared/api/parts/statuses.ts'
import { contract } from '../../shared/contracts/record.ts'
import type { ContractChange } from '../../shared/contracts/schemas.ts'
import { now } from '../../shared/time.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, commitNothing } from '../platform/data/commit.ts'
import { asWhole, getRows, takeRows } from '../platform/data/rows.ts'
import { fullName } from '../platform/identity/user.ts'
import { readHistoryWithin } from '../records/history.ts'
import { findListed } from '../records/listed.ts'
import { onlyItem } from '../records/only-item.ts'
import type { Edit } from '../records/record.ts'
import { catchRefusal } from '../records/refusal.ts'
import { type UploadRow, Uploads } from '../spreadsheets/imports/entity.ts'
import { type ContractRow, Contracts } from './entity.ts'
import { contractRecords, findContract } from './records.ts'
import { viewsOf } from './views.ts'

export { contractRecords, findContract, markContract, markContractsWith } from './records.ts'

/**
 * Returns the changes that mark a contract as signed when its sale is registered by the person `by`, for the sale's
 * transaction.
 */
export const markContractSigned = (row: ContractRow, saleId: string, by: string): Change[] =>
  contractRecords.changed(row, withSale(row, saleId, by)).changes

/**
 * Returns the changes of a contract when `by` rejects its sale, for the sale's transaction; none when nothing changes.
 * They restore the sales status from before its sales, unless another sale signs it too or somebody has set a status
 * since. If the sale has not signed the contract yet, they keep the sale from doing so later.
 */
export async function unmarkContractSigned(id: string, saleId: string, by: string): Promise<Change[]> {
  const row = await findContract(id)
  if (!row) return []
  const after = withoutSale(row, saleId, by)
  return after === row ? [] : contractRecords.changed(row, after, { verb: 'status' }).changes
}

/**
 * Returns a contract with a sales status, set now by the person `by`, and without the sales that signed it (`signed`).
 * The same object when it has that status already.
 */
const inStatus = (row: ContractRow, salesStatus: SalesStatus, by: string): ContractRow =>
  row.salesStatus === salesStatus
    ? row
    : { ...row, salesStatus, statusChangedAt: now(), statusChangedBy: by, signed: undefined }

/**
 * Returns a contract with a booked appointment and the sales status afspraak_ingepland (rulings 58), set by the person
 * `by`; a signed contract stays signed.
 */
export const withAppointment = (row: ContractRow, appointmentId: string, by: string): ContractRow => ({
  ...(row.salesStatus === 'getekend' ? row : inStatus(row, 'afspraak_ingepland', by)),
  appointmentId,
})

/** Returns the edit by which the person `by` sets a contract's sales status and notes; null when nothing changes. */
export function editStatusAndNotes(
  row: ContractRow,
  { salesStatus, notes }: ContractChange,
  by: string,
): Edit<ContractRow> | null {
  const after = {
    ...inStatus(row, salesStatus ?? row.salesStatus, by),
    notes: notes === undefined ? row.notes : (notes ?? undefined),
  }
  const isSame = after.salesStatus === row.salesStatus && after.notes === row.notes
  return isSame ? null : { verb: 'status', after }
}

/**
 * Changes the sales status or notes of a contract and returns it for the API. Throws 404 for an unknown contract, 409
 * when somebody else changed it since `If-Match`.
 */
export const changeContract = (actor: Caller, id: string, change: ContractChange) =>
  contractRecords.edit(
    actor,
    id,
    async (row) => onlyItem(await viewsOf(actor, [row])),
    (row) => editStatusAndNotes(row, change, actor.id),
  )

/**
 * Returns a contract with status getekend and the sale that signed it (rulings 58); the same object when it knows that
 * sale already.
 */
export function withSale(row: ContractRow, saleId: string, by: string): ContractRow {
  const after = noteSale(row, saleId)
  if (after === row) return row
  const { before, by: sales } = row.signed ?? { before: row.salesStatus, by: [] }
  return { ...inStatus(after, 'getekend', by), signed: { before, by: [...sales, saleId] } }
}

function withoutSale(row: ContractRow, saleId: string, by: string): ContractRow {
  const { signed } = row
  if (!signed?.by.includes(saleId)) return noteSale(row, saleId)
  const rest = signed.by.filter((id) => id !== saleId)
  return rest.length > 0
    ? { ...row, signed: { ...signed, by: rest } }
    : { ...inStatus(row, signed.before, by), signed: undefined }
}

const noteSale = (row: ContractRow, saleId: string): ContractRow =>
  row.sales?.includes(saleId) ? row : { ...row, sales: [...(row.sales ?? []), saleId] }

/**
 * Sets the sales status of contracts, each in its own change; a given note replaces each contract's note. Returns the
 * numbers of changed and unchanged contracts, and the reasons of failed ones.
 */
export async function setSalesStatus(
  actor: Caller,
  { ids, ...change }: ContractChange & { readonly ids: readonly string[] },
) {
  const permit = authorise(actor, 'contract:manage')
  const failed: { id: string; message: string }[] = []
  let updated = 0
  const chosen = new Set(ids)
  for (const id of chosen) {
    let isChanged = false
    const edited = contractRecords.edit(
      actor,
      id,
      () => undefined,
      (row) => {
        const edit = editStatusAndNotes(row, change, actor.id)
        isChanged = edit !== null
        return edit
      },
    )
    const message = await catchRefusal(edited)
    if (message !== null) failed.push({ id, message })
    else if (isChanged) updated += 1
  }
  return commitNothing(permit, { updated, unchanged: chosen.size - updated - failed.length, failed })
}

/**
 * Returns the history of a contract since its import, newest first, at most 50 changes, with the names of assigned
 * people. `isComplete` tells whether these are all. Throws 404 for an unknown contract.
 */
export async function readContractHistory(actor: Caller, id: string) {
  const verbs = ['reveal', 'assign', 'plan']
  const { entries, isComplete } = await readHistoryWithin(contractRecords, contract.logged, [actor, id], verbs)
  const assigned = entries.flatMap(({ changes }) => changes.filter(({ field }) => field === 'assignedTo'))
  const names = await namesOf(assigned.flatMap(({ before, after }) => [before, after].filter(isString)))
  const named = (value: unknown) => (isString(value) ? fullName(names(value)) : value)
  return {
    entries: entries.map((entry) => ({
      ...entry,
      changes: entry.changes.map((change) =>
        change.field === 'assignedTo'
          ? { ...change, before: named(change.before), after: named(change.after) }
          : change,
      ),
    })),
    isComplete,
  }
}

const isString = (value: unknown): value is string => typeof value === 'string'

/** Number of newest uploads among which waiting ones are searched. */
const MOST_LOOKED_AT = 10

/**
 * Returns those of the ten newest uploads that wait for somebody to confirm them or to tell what their columns mean.
 */
export async function listWaitingUploads(actor: Caller): Promise<UploadRow[]> {
  authorise(actor, 'contract:manage')
  const { rows } = await takeRows<UploadRow>(Uploads.query.byList({ list: 'uploads' }), MOST_LOOKED_AT, {
    order: 'desc',
  })
  return rows.filter(({ state }) => state === 'controle nodig')
}

/** Returns contracts by their ids as the list of expiring contracts shows them; none for actors without that list. */
export const findListedContracts = (actor: Caller, ids: readonly string[]) =>
  findListed(actor, 'contract:manage', ids, {
    read: async (keys) => asWhole(await getRows(Contracts, keys)),
    ownersOf: () => ({}),
    show: (rows) => viewsOf(actor, rows),
  })
