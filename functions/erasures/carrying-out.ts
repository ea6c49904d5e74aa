import { conflict } from '../../shared/errors.ts'
import { addDays, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { asSystem, type Permit } from '../platform/actor.ts'
import { commit, isWritten } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import { log } from '../platform/log.ts'
import type { Stay } from '../records/erasing.ts'
import { type ErasedItem, type ErasureRow, Erasures, NEVER } from './entity.ts'
import { erasables } from './erasables.ts'

/** Days after which an erasure looks again at a record that stayed without a last day. */
const LOOK_AGAIN_DAYS = 30

/** Number of attempts at a record that somebody changes meanwhile; then it stays until the next night. */
const TRIES = 4

/**
 * Carries out the erasures whose day has come. An erasure that stopped halfway is done again from its beginning, as
 * erasing twice changes nothing. Returns the number of erasures; throws at the end when one of them failed.
 */
export async function carryOutErasures(): Promise<{ carriedOut: number }> {
  const today = localDateOf(now())
  const due = await readAll<ErasureRow>(Erasures.query.due({}).lt({ dueOn: addDays(today, 1) }) as never)
  let failed = 0
  for (const { id } of due) {
    try {
      await carryOut(id)
    } catch (error) {
      failed += 1
      log.error('erasure failed', { erasure: id, error })
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${due.length} erasures failed; they are tried again`)
  return { carriedOut: due.length }
}

/** Carries out one erasure, and stores what became of each record. Does nothing when it was withdrawn or done. */
export async function carryOut(id: string): Promise<void> {
  const permit = asSystem('erasures')
  const row = await start(permit, id)
  if (!row) return
  const items: ErasedItem[] = []
  for (const item of row.items) items.push(...(await eraseItem(permit, item, row.unusedSince)))
  const dueOn = nextDayOf(items) ?? NEVER
  const state = dueOn === NEVER ? 'done' : 'partly'
  const { eraseEvidenceOf } = await import('./evidence.ts')
  const traced = await eraseEvidenceOf(row.phones ?? [], permit)
  const named = { name: undefined, phones: state === 'done' || traced.length === 0 ? undefined : traced }
  await commit(permit, {
    action: `erasure.${state}`,
    entity: { type: 'erasure', id },
    after: { erased: countOf(items, 'erased'), nameStays: countOf(items, 'name'), stays: countOf(items, 'all') },
    write: [replaceErasure(row, { ...row, ...named, items, dueOn, state, doneAt: now() })],
  })
}

/** Marks that an erasure begins, after which nobody withdraws it. Returns null when it is not to be done. */
async function start(permit: Permit, id: string): Promise<ErasureRow | null> {
  const { data } = await Erasures.get({ id }).go({ consistent: true })
  const row = data as ErasureRow | null
  if (!row || row.dueOn === NEVER) return null
  if (row.startedAt !== undefined) return row
  // The retention keeps the proof that calls were allowed for its own term (market 67g).
  const phones = row.unusedSince === undefined ? await readPhonesOf(row.items) : undefined
  const started = { ...row, version: row.version + 1, startedAt: now() as string, phones }
  const change = commit(permit, {
    action: 'erasure.start',
    entity: { type: 'erasure', id },
    write: [replaceErasure(row, started)],
  })
  return (await isWritten(change)) ? started : null
}

/** Reads the phone numbers of records, while these have them. */
async function readPhonesOf(items: readonly ErasedItem[]): Promise<string[]> {
  const { phonesOf } = await import('./evidence-file.ts')
  const phones = new Set<string>()
  for (const { type, id } of items) {
    for (const phone of phonesOf((await erasables[type].find(id))?.audited ?? [])) phones.add(phone)
  }
  return [...phones]
}

/** Returns the write of an erasure, which fails when somebody changed it meanwhile. */
export const replaceErasure = (before: ErasureRow, after: ErasureRow) => ({
  write: Erasures.put({ ...after, version: before.version + 1 } as never).where(({ version }, { eq }) =>
    eq(version, before.version),
  ),
  onFailure: () => conflict('Deze verwijdering is intussen al begonnen of ingetrokken'),
})

/**
 * Erases a record, and returns what became of it. Leaves a record that somebody used on or after the day `unusedSince`,
 * and returns nothing: it belongs to the erasure no more.
 */
async function eraseItem(permit: Permit, { type, id, date }: ErasedItem, unusedSince?: string): Promise<ErasedItem[]> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const subject = await erasables[type].find(id)
    if (!subject) return [{ type, id, date, outcome: 'erased' }]
    const { stays, audited, usedOn = '' } = subject
    if (unusedSince !== undefined && usedOn >= unusedSince) return []
    if (stays?.what === 'all') return [{ type, id, date, outcome: 'all', ...reasonOf(stays) }]
    const { eraseFromLog, erasePersonFromLog } = await import('./log.ts')
    if (!(await isWritten(subject.erase(permit)))) continue
    for (const one of audited) await eraseFromLog(one)
    if (type === 'user') await erasePersonFromLog({ id })
    return [{ type, id, date, ...(stays ? { outcome: 'name', ...reasonOf(stays) } : { outcome: 'erased' as const }) }]
  }
  return [{ type, id, date, outcome: 'all', why: 'Iemand wijzigde dit tijdens het wissen.' }]
}

const reasonOf = ({ until, why }: Stay) => ({ ...(until ? { until } : {}), why })

const countOf = (items: readonly ErasedItem[], outcome: ErasedItem['outcome']) =>
  items.filter((item) => item.outcome === outcome).length

/** Returns the day on which the erasure is repeated for what stayed; undefined when nothing stayed. */
function nextDayOf(items: readonly ErasedItem[]): LocalDate | undefined {
  const again = addDays(localDateOf(now()), LOOK_AGAIN_DAYS)
  const days = items
    .filter(({ outcome }) => outcome !== 'erased')
    .map(({ until }) => (until ? addDays(until as LocalDate, 1) : again))
  return days.sort()[0]
}
