import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { foldText } from '../../../shared/folded.ts'
import { hasPhone } from '../../../shared/identifiers.ts'
import {
  customerKeys,
  findDoNotCalls,
  findRecordOfCustomer,
  newDoNotCallEntry,
  putOnDoNotCall,
} from '../../known-customers/service.ts'
import type { FindByName, Ownership } from '../../people/service.ts'
import type { Permit } from '../../platform/actor.ts'
import { type Change, commitAll, isWritten } from '../../platform/data/commit.ts'
import { runInParallel } from '../../platform/run-in-parallel.ts'
import type { RowToStore } from '../../spreadsheets/imports/importing.ts'
import type { Place as RowPlace, Stored } from '../../spreadsheets/imports/tally.ts'
import { NUMBERLESS } from '../../spreadsheets/recognition/customer.ts'
import type { Problem } from '../../spreadsheets/recognition/row-reading.ts'
import { numberHistoryChange } from '../do-not-call.ts'
import type { LeadRow } from '../entity.ts'
import { findLead, leadRecords } from '../records.ts'
import { addIndexKeys, details } from '../rules.ts'
import { newLead } from '../service.ts'
import { ownerNamedIn, readOwners } from './owners.ts'
import type { ImportedLead } from './rows.ts'
import { leadTracing, sheetDataOf } from './tracing.ts'

/** A lead of an import, with the place of its row in the file. */
export interface ImportedRow extends RowPlace {
  readonly lead: ImportedLead
}

/** Returns what a row says about calls to the number of its customer. */
export const permissionOf = ({ lead: { form, permission } }: ImportedRow) => ({
  ...{ phone: form.customerPhone, company: form.companyName, ...permission },
})

/** Upload of an import, and the owner of new leads whose rows name no colleague. */
interface ImportOf {
  readonly uploadId: string
  readonly filename: string
  readonly owner: Ownership
}

interface PlanningOf extends ImportOf {
  readonly owners: FindByName
}
type StoringOf = PlanningOf & { readonly permit: Permit; readonly window: number }

/** Leads in one transaction: each takes up to eight of the hundred writes, besides the counters. */
const MOST_TOGETHER = 10
const MAX_ATTEMPTS = 8
/** Number of rows of a preview whose leads are looked up in parallel. */
const COMPARED_TOGETHER = 10

/**
 * Stores a batch of rows of `upload` as new or changed leads; returns counts, ids and warnings. Only the holder
 * of the import lock may call it, as parallel imports would create duplicates.
 */
export async function storeLeads(
  importOf: ImportOf & { readonly permit: Permit; readonly window: number },
  rows: readonly RowToStore<ImportedRow>[],
): Promise<Stored> {
  const upload = { ...importOf, owners: await readOwners(rows.map(({ item }) => item.lead)) }
  // A known lead gets the sheet's values, but keeps its status, priority, notes, owner and call-back. Empty cells erase
  // nothing.
  const counts = { created: 0, updated: 0, skipped: 0 }
  const ids: string[] = []
  const warnings: Problem[] = []
  for (const together of groupRows(rows)) {
    for (const plan of await store(upload, together)) {
      warnings.push(...warningsOf(upload, plan))
      counts[outcomeOf(plan.isSame, plan.before, plan.isRepeated ? undefined : upload.uploadId)]++
      ids.push(plan.id)
    }
  }
  return { ...counts, ids, problems: [], warnings }
}

/**
 * Returns the counts and warnings that storing these rows of `upload` would give; stores nothing. Compares the
 * rows with stored leads and with each other.
 */
export async function planLeads(importOf: ImportOf, rows: readonly RowToStore<ImportedRow>[]): Promise<Stored> {
  const upload = { ...importOf, owners: await readOwners(rows.map(({ item }) => item.lead)) }
  const counts = { created: 0, updated: 0, skipped: 0 }
  const warnings: Problem[] = []
  const places = new Map<RowToStore<ImportedRow>, Place>()
  await runInParallel(rows, async (row) => void places.set(row, await placeOf(row.item.lead)), COMPARED_TOGETHER)
  const closed = new Set(
    (await findDoNotCalls(rows.map(({ item }) => item.lead.form.customerPhone ?? undefined))).keys(),
  )
  const states = new Map<string, LeadRow>()
  const added = new Map<string, string>()
  for (const row of rows) {
    const { lead } = row.item
    const place = places.get(row)
    const keys = keysOf(lead)
    const id =
      place?.before?.id ?? keys.map((key) => added.get(key)).find((one) => one !== undefined) ?? place?.id ?? ''
    const before = states.get(id) ?? place?.before ?? null
    if (!before && row.isRepeated) {
      counts[row.isSame ? 'skipped' : 'updated']++
      continue
    }
    const after = before ? mergedWith(before, lead) : addIndexKeys({ ...newRow(upload, lead), id })
    const phone = after.customerPhone ?? ''
    const isClosed = closed.has(phone)
    const closes = lead.doNotCall && hasPhone(phone) && !isClosed
    const isSame = after === before && !closes
    warnings.push(...warningsOf(upload, { ...row, before, isSame, isClosed }))
    counts[outcomeOf(isSame, before, undefined)]++
    if (closes) closed.add(phone)
    states.set(id, { ...after, uploadId: upload.uploadId })
    for (const key of keys) added.set(key, id)
  }
  return { ...counts, ids: [], problems: [], warnings }
}

/** Returns the warnings about a row, whether it is stored or previewed. */
function warningsOf(
  upload: PlanningOf,
  { before, isSame, isClosed, isRepeated, item }: Pick<Plan, 'before' | 'isSame' | 'isClosed' | 'isRepeated' | 'item'>,
): Problem[] {
  const { lead, ...place } = item
  const phones = [lead.form.customerPhone, before?.customerPhone]
  const reasons = [
    ...(!isRepeated && before && isRenamed(upload, before, lead) ? [describeRename(before.customerName)] : []),
    ...(!before && lead.ownerName !== undefined && !ownerNamedIn(upload.owners, lead) ? [NOBODY] : []),
    ...(isClosed && !isSame ? [CLOSED] : []),
    ...(lead.doNotCall && !phones.some((phone) => hasPhone(phone ?? '')) ? [NUMBERLESS] : []),
  ]
  return reasons.map((reason) => ({ ...place, column: null, reason }))
}

/**
 * Returns the outcome of a row: its lead is `created`, `updated` or `skipped` (unchanged). If an interrupted attempt of
 * this upload wrote the lead already, returns the outcome of that attempt.
 */
function outcomeOf(isSame: boolean, before: LeadRow | null, uploadId: string | undefined) {
  if (!before) return 'created'
  if (uploadId !== undefined && before.uploadId === uploadId) return before.version === 1 ? 'created' : 'updated'
  return isSame ? 'skipped' : 'updated'
}

const CLOSED = 'dit nummer wil niet gebeld worden; de lead is bewaard als Niet bellen'
const NOBODY = 'de eigenaar is geen collega met toegang tot leads; de lead komt op naam van de uploader'
const describeRename = (name: string) =>
  `stond als '${name}' in de leads, met dezelfde telefoon of e-mail. Twee klanten? Voeg er dan één met de hand toe`

/**
 * Tells whether a row gives another name to a customer who was known before this file. The row may be about another
 * customer with the same number.
 */
const isRenamed = ({ uploadId }: ImportOf, before: LeadRow, { form, hasOwnName }: ImportedLead) =>
  hasOwnName && before.uploadId !== uploadId && foldText(before.customerName) !== foldText(form.customerName)

/**
 * Groups rows in their order, so that no group has a customer twice. A row that puts a number on the do-not-call list
 * is a group of its own.
 */
function groupRows(rows: readonly RowToStore<ImportedRow>[]): RowToStore<ImportedRow>[][] {
  const groups: { rows: RowToStore<ImportedRow>[]; keys: Set<string>; isFull: boolean }[] = []
  for (const row of rows) {
    const { lead } = row.item
    const keys = keysOf(lead)
    const last = groups.at(-1)
    if (last && !last.isFull && !lead.doNotCall && !keys.some((key) => last.keys.has(key))) {
      last.rows.push(row)
      for (const key of keys) last.keys.add(key)
      last.isFull = last.rows.length === MOST_TOGETHER
    } else groups.push({ rows: [row], keys: new Set(keys), isFull: lead.doNotCall })
  }
  return groups.map((group) => group.rows)
}

/** Lead of a row: the stored one, or only the id of a new one. */
interface Place {
  readonly id: string
  readonly before: LeadRow | null
}

interface Plan extends RowToStore<ImportedRow>, Place {
  readonly isSame: boolean
  readonly isClosed: boolean
  readonly changes: readonly Change[]
}

/**
 * Stores rows in one transaction. When the lead of one row changed meanwhile, reads the leads again and stores each row
 * by itself.
 */
async function store(upload: StoringOf, rows: readonly RowToStore<ImportedRow>[]): Promise<Plan[]> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const closed = await findDoNotCalls(rows.map(({ item }) => item.lead.form.customerPhone ?? undefined))
    const plans = await Promise.all(rows.map((row) => planOf(upload, row, closed)))
    const changes = plans.flatMap((plan) => plan.changes)
    if (changes.length === 0 || (await isWritten(commitAll(upload.permit, changes, undefined)))) return plans
    if (rows.length > 1) {
      const alone: Plan[] = []
      for (const row of rows) alone.push(...(await store(upload, [row])))
      return alone
    }
  }
  throw new Error(`The lead of row ${rows[0]?.item.row} keeps being changed`)
}

async function planOf(
  upload: StoringOf,
  row: RowToStore<ImportedRow>,
  closed: ReadonlyMap<string, unknown>,
): Promise<Plan> {
  const { lead } = row.item
  const { id, before } = await placeOf(lead)
  const after = before ? mergedWith(before, lead) : newRow(upload, lead)
  const closing = lead.doNotCall ? await closingOf(upload, id, after.customerPhone) : []
  const isSame = after === before && closing.length === 0
  const { uploadId, window } = upload
  const madeBy = { uploadId, window }
  const changes = before
    ? after === before
      ? closing
      : leadRecords.changed(
          before,
          { ...after, uploadId, ...leadTracing.trace(madeBy, before, sheetDataOf(after)) },
          { also: closing },
        ).changes
    : leadRecords.created(addIndexKeys({ ...after, id, uploadId, madeBy }), { also: closing })
  const isClosed = after.customerPhone !== undefined && closed.has(after.customerPhone)
  return { ...row, id, before, isSame, isClosed, changes }
}

/** Returns the row of a new lead, whose creator is the uploader. */
const newRow = ({ owner, owners }: PlanningOf, lead: ImportedLead) =>
  newLead(lead.form, ownerNamedIn(owners, lead) ?? owner, owner.ownerId)

/**
 * Finds the lead of a row, or returns the id of a new one. The new id is a hash of the customer's first key, so that a
 * repeated row does not add the customer twice. If a lead with another name already has that id, the new id is random.
 */
export async function placeOf(lead: ImportedLead): Promise<Place> {
  const known = await findRecordOfCustomer('lead', customerOf(lead))
  const found = known === null ? null : await findLead(known)
  if (found) return { id: found.id, before: found }
  const id = createHash('sha256')
    .update(keysOf(lead)[0] ?? '')
    .digest('hex')
    .slice(0, 32)
  const there = await findLead(id)
  if (!there) return { id, before: null }
  const isSame = foldText(there.customerName) === foldText(lead.form.customerName)
  return isSame ? { id, before: there } : { id: randomUUID(), before: null }
}

/**
 * Returns the keys of a row's customer; rows that share a key are about the same customer. Keys are phone number,
 * e-mail address, and name with address; without any of these, name with place.
 */
export function keysOf(lead: ImportedLead): string[] {
  const keys = customerKeys(customerOf(lead))
  const { customerName, address, city } = lead.form
  return keys.length > 0
    ? keys
    : [`name:${[customerName, address, city].map((text) => foldText(text ?? '')).join(':')}`]
}

const customerOf = ({ form }: ImportedLead) => details.created(form)

/** Returns a known lead with the values of a row; the same object when nothing changes. */
function mergedWith(before: LeadRow, { form, hasOwnName }: ImportedLead): LeadRow {
  const { notes, consent, customerName, customerPhone, ...others } = details.created(form)
  const values = {
    ...others,
    ...(hasOwnName ? { customerName } : {}),
    ...(isBetter(customerPhone, before.customerPhone) ? { customerPhone } : {}),
    ...(form.energyType ? { energyType: form.energyType } : {}),
    notes: before.notes ?? notes,
    consent: before.consent ?? consent,
  }
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name as keyof LeadRow]),
  )
  return changed.length === 0 ? before : addIndexKeys({ ...before, ...Object.fromEntries(changed) })
}

/** Tells whether a phone number may replace the stored one: a valid number is not replaced by an invalid one. */
const isBetter = (given: string | undefined, known: string | undefined) =>
  given !== undefined && (hasPhone(given) || known === undefined || !hasPhone(known))

/**
 * Returns the changes that put a number on the do-not-call list; none for an invalid number or one that is on it
 * already.
 */
async function closingOf({ permit, filename }: StoringOf, id: string, phone: string | undefined): Promise<Change[]> {
  const entry = newDoNotCallEntry(filename)
  const closed = await putOnDoNotCall(permit.actor, [phone ?? ''], entry)
  return closed.length > 0 ? [...closed, numberHistoryChange(id, entry)] : []
}
