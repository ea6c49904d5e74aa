import { type SalesStatus, salesStatuses } from '../../../shared/api/parts/statuses.ts'
import { conflict, editConflict } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { findAdminsToMail } from '../../people/service.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit, type GuardedWrite, isWritten } from '../../platform/data/commit.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { asWhole, type Query, takeRows } from '../../platform/data/rows.ts'
import { type ContractMetadata, ContractMonths, type ContractRow, Contracts } from '../entity.ts'
import { type RetentionRow, Retentions, retentions } from './retention-entity.ts'

/** Milliseconds of one step, well within the time of its function. */
const STEP_MS = 8_000
/** Number of contracts read for one transaction. */
const BATCH = { count: 500, clear: 40 }
/** Maximum number of attempts at a batch whose contracts change meanwhile. */
const MAX_ATTEMPTS = 5

/**
 * Counts or clears personal data of old contracts for a run, batch by batch, until `ms` have passed; then requests the
 * next step. Stores each batch and the new position in one transaction. After the count, mails the admins if there is
 * anything to clear.
 */
export async function runRetentionStep(id: string, ms = STEP_MS): Promise<void> {
  const until = performance.now() + ms
  let run = await retentions.find(id)
  for (let attempt = 1; run?.state === 'running'; attempt++) {
    const next = await doBatch(run, performance.now() >= until)
    if (next === 'requested') return
    if (next === 'moved') attempt = 0
    if (attempt > MAX_ATTEMPTS) throw new Error(`Contracts keep being changed in the run ${id}`)
    const { phase, position } = run
    run = await retentions.find(id)
    // Another delivery of this step has taken over and continues the run.
    if (next === 'refused' && (run?.position !== position || run.phase !== phase)) return
  }
}

/**
 * Processes one batch; with the last batch, ends the run. Returns `moved` when the batch is stored, and `requested`
 * when it is and the next step does the rest. Returns `refused` when nothing is stored, because an edit or another
 * delivery of the step came first. Leaves contracts created after the announcement to the next run.
 */
async function doBatch(run: RetentionRow, isLast: boolean): Promise<'requested' | 'moved' | 'refused'> {
  const { phase, id } = run
  const { rows, isOver } = await readNext(run, BATCH[phase])
  const held = rows.filter((row) => hasPersonalData(row) && row.createdAt <= (run.announcedAt ?? row.createdAt))
  const last = rows.at(-1)
  const found = phase === 'count' ? { counted: run.counted + held.length } : undefined
  const cleared = phase === 'clear' ? await clearingWrites(held.map((row) => row.id)) : []
  const to = {
    ...run,
    ...found,
    cleared: run.cleared + cleared.length,
    position: last ? positionOf(last) : run.position,
    movedAt: now(),
    ...(isOver ? endOf(phase) : {}),
  }
  const outbox: OutboxItem[] = isLast && !isOver ? [{ kind: 'contract-retention-step', subject: id }] : []
  const write = Retentions.put(to).where(
    (row, { eq }) => `${eq(row.position, run.position)} AND ${eq(row.phase, phase)} AND ${eq(row.state, 'running')}`,
  )
  const step = commit(asSystem('contract-retention'), {
    action: `contract-retention.${isOver ? (phase === 'count' ? 'counted' : 'cleared') : 'step'}`,
    entity: { type: 'contract-retention', id },
    after: { until: to.until, counted: to.counted, cleared: to.cleared },
    write: [{ write, onFailure: () => conflict('Deze stap is al gedaan') }, ...cleared],
    outbox: isOver && phase === 'count' && to.counted > 0 ? await announcements(id) : outbox,
  })
  if (!(await isWritten(step))) return 'refused'
  return outbox.length > 0 ? 'requested' : 'moved'
}

const endOf = (phase: RetentionRow['phase']) =>
  phase === 'count' ? { state: 'done' as const, announcedAt: now() } : { state: 'done' as const, endedAt: now() }

/** Returns the mails that announce a run: one to each admin, however often they are requested. */
const announcements = async (id: string): Promise<OutboxItem[]> =>
  (await findAdminsToMail()).map((admin) => ({
    kind: 'contract-retention-announced',
    subject: id,
    id: `${id}-announced-${admin.id}`,
    facts: { to: admin.id },
  }))

const positionOf = ({ salesStatus, expiryMonth, expiryDate, id }: ContractRow) =>
  [salesStatus, expiryMonth, expiryDate, id].join('|')

/** Reads the next contracts of a run, status by status and month by month. */
async function readNext({ until, position }: RetentionRow, most: number) {
  const [status = '', month = '', expiryDate = '', id = ''] = position.split('|')
  const first = Math.max(0, salesStatuses.indexOf(status as SalesStatus))
  const rows: ContractRow[] = []
  for (const salesStatus of salesStatuses.slice(first)) {
    for (const expiryMonth of await endedMonths(salesStatus, until)) {
      const isBegun = salesStatus === status && expiryMonth === month
      if (salesStatus === status && expiryMonth < month) continue
      const all = Contracts.query.bySalesStatus({ salesStatus, expiryMonth })
      const rest = (isBegun ? all.gt({ expiryDate, id }) : all) as unknown as Query<ContractRow>
      const found = await takeRows(rest, most - rows.length)
      rows.push(...found.rows)
      if (!found.isOver || rows.length >= most) return { rows, isOver: false }
    }
  }
  return { rows, isOver: true }
}

async function endedMonths(salesStatus: SalesStatus, until: string): Promise<string[]> {
  const { data } = await ContractMonths.get({ salesStatus }).go({ consistent: true })
  return [...(data?.months ?? [])].filter((month) => month < until).sort()
}

/** Personal data in the metadata: account number with its holder, and EAN codes. */
const personal = ['iban', 'accountHolder', 'eanElectricity', 'eanGas'] as const

const hasPersonalData = ({ rawRow, former, metadata }: ContractRow): boolean =>
  Object.keys(rawRow ?? {}).length > 0 ||
  former !== undefined ||
  personal.some((name) => (metadata as ContractMetadata | undefined)?.[name] !== undefined)

/**
 * Returns the writes that clear personal data of contracts. Each fails with 409 when its contract has changed since it
 * was read.
 */
async function clearingWrites(ids: readonly string[]): Promise<GuardedWrite[]> {
  if (ids.length === 0) return []
  const { data } = await Contracts.get(ids.map((id) => ({ id }))).go({ consistent: true })
  return asWhole(data)
    .filter(hasPersonalData)
    .map(({ id, version, metadata }) => ({
      write: Contracts.patch({ id })
        .remove(['rawRow', 'former'])
        .set({ metadata: Object.fromEntries(Object.entries(metadata ?? {}).filter(([name]) => !isPersonal(name))) })
        .add({ version: 1 })
        .where((row, { eq }) => eq(row.version, version)),
      onFailure: () => editConflict('dit contract'),
    }))
}

const isPersonal = (name: string) => personal.some((one) => one === name)
