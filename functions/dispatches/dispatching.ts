import { randomUUID } from 'node:crypto'
import { unprocessable } from '../../shared/errors.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { localDateOf, now } from '../../shared/time.ts'
import type { SettingsRow } from '../company/service.ts'
import {
  AWAITED,
  awaitsAccounting,
  castInvoiceQuery,
  type InvoiceRow,
  Invoices,
  NO_ADDRESS,
  settingsInForce,
} from '../invoices/runs.ts'
import { readMailLog } from '../mail/log.ts'
import { namesOf } from '../people/service.ts'
import { asSystem, authorise, type Caller, type Permit } from '../platform/actor.ts'
import { isWritten } from '../platform/data/commit.ts'
import type { Paging } from '../platform/http/page.ts'
import { listWithin, readFirstWithin } from '../records/list.ts'
import { newRun, runViews } from '../records/run.ts'
import { followRuns } from '../records/run-following.ts'
import { inOrder, isText } from '../records/source.ts'
import { Dispatches, type DispatchResultRow, DispatchResults, type DispatchRow, dispatches } from './dispatch-entity.ts'
import { dispatchReports } from './dispatch-report.ts'

/** Name under which the scheduler starts runs. */
const CLOCK = 'accounting-dispatch'

/** Returns the Dutch reason why no invoice may go to the accounting automatically; null without one (rulings 47). */
function reasonAgainstStart({ autoSendToAccounting, accountingEmail }: SettingsRow): string | null {
  if (!autoSendToAccounting) return 'Verzending naar de boekhouding staat uit bij de instellingen.'
  return accountingEmail === undefined ? NO_ADDRESS : null
}

/**
 * Starts a background run that mails all invoices that still have to go to the accounting department. Throws 422 where
 * the settings do not allow it.
 */
export async function startDispatch(actor: Caller) {
  const permit = authorise(actor, 'self-billing:manage')
  const settings = await settingsInForce()
  const reason = reasonAgainstStart(settings)
  if (reason !== null) throw unprocessable(reason)
  const row = newDispatch(randomUUID(), actor.id, settings)
  return start(permit, row, await followedDispatches.viewOf(row))
}

/**
 * Starts today's scheduled run of mails to the accounting, or continues it when it stopped. Returns `started: false`
 * where the settings do not allow it, or the run is under way or done.
 */
export async function runDailyDispatch(): Promise<{ started: boolean }> {
  const settings = await settingsInForce()
  if (reasonAgainstStart(settings) !== null) return { started: false }
  const row = newDispatch(`day-${localDateOf(now())}`, `system:${CLOCK}`, settings)
  const run = await dispatches.find(row.id)
  if (!run) return { started: await isWritten(start(asSystem(CLOCK), row, undefined)) }
  return { started: await isWritten(dispatches.takeUp(asSystem(CLOCK), run, async () => undefined)) }
}

const newDispatch = (id: string, startedById: string, { accountingEmail = '' }: SettingsRow): DispatchRow => ({
  ...{ id, startedById, to: accountingEmail, position: '', ...newRun() },
  ...{ total: 0, sent: 0, skipped: 0, failed: 0, unknown: 0 },
})

const start = <T>(permit: Permit, row: DispatchRow, result: T) =>
  dispatches.start(permit, row, { after: { to: row.to }, result })

/** Lists the runs of mails to the accounting, newest first. */
export const listDispatches = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'self-billing:manage', paging, {
    all: () => inOrder<DispatchRow>({ startedAt: isText, id: isText }, [Dispatches.query.all({})], 'desc'),
    show: viewsOf,
  })

/** Returns the progress of a run of mails to the accounting, with the mail that reports it; 404 for an unknown run. */
export async function findDispatch(actor: Caller, id: string) {
  const [view, mails] = await Promise.all([followedDispatches.read(actor, id), readMailLog(dispatchReports, id)])
  return { ...view, report: mails[0] }
}

async function resultsOf(rows: readonly DispatchResultRow[]) {
  if (rows.length === 0) return []
  const { data } = await Invoices.get(rows.map(({ id }) => ({ id }))).go({ consistent: true })
  const accounted = new Set(data.filter(({ sentToAccounting }) => sentToAccounting).map(({ id }) => id))
  return rows.map((row) => ({
    ...row,
    totalAmount: euros(wholeCents(row.totalAmount)),
    sentToAccounting: accounted.has(row.id),
  }))
}

/** Maximum number of invoices to count, and of rows to read to find these invoices. */
const COUNTED = { rows: 500, read: 1_000 }

/**
 * Counts the invoices that a run would mail to the accounting now, up to 500; `isComplete` is false where there may be
 * more. `against` is the reason if no run can start.
 */
export async function previewDispatch(actor: Caller) {
  const [{ rows, isComplete }, settings] = await Promise.all([
    readFirstWithin(actor, 'self-billing:manage', COUNTED, {
      all: () =>
        inOrder<InvoiceRow>({ id: isText }, [
          castInvoiceQuery(Invoices.query.byAccounting({ accountingKey: AWAITED })),
        ]),
      matches: awaitsAccounting,
    }),
    settingsInForce(),
  ])
  return { count: rows.length, isComplete, against: reasonAgainstStart(settings) ?? undefined }
}

async function viewsOf(runs: readonly DispatchRow[]) {
  const views = await runViews(runs, namesOf)
  return views.map((run) => ({ ...run, isScheduled: run.startedById === `system:${CLOCK}` }))
}

/** Runs of mails to the accounting, as people follow them; their results are listed by invoice number. */
export const followedDispatches = followRuns({
  ...{ runs: dispatches, action: 'self-billing:manage', viewsOf },
  resultsOf: (runId) =>
    inOrder<DispatchResultRow>({ invoiceNumber: isText, id: isText }, [DispatchResults.query.primary({ runId })]),
  showResults: resultsOf,
})
