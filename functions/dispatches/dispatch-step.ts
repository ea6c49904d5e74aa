import { setTimeout as pause } from 'node:timers/promises'
import type { DispatchOutcome } from '../../shared/api/dispatches.ts'
import { conflict } from '../../shared/errors.ts'
import {
  AWAITED,
  awaitsAccounting,
  castInvoiceQuery,
  firstMail,
  firstMailId,
  type InvoiceMailData,
  type InvoiceRow,
  Invoices,
  invoiceLetters,
  invoiceMails,
  invoiceRecords,
  readMailData,
} from '../invoices/runs.ts'
import { deliveryOf } from '../mail/deliver.ts'
import { stateOf } from '../mail/log.ts'
import { findLastMail, prepareResend } from '../mail/resend.ts'
import { asSystem } from '../platform/actor.ts'
import { type Change, commit, commitAll, type GuardedWrite, isWritten } from '../platform/data/commit.ts'
import { Outbox, type OutboxItem, type OutboxRow } from '../platform/data/outbox.ts'
import { readAll, takeRows } from '../platform/data/rows.ts'
import { log } from '../platform/log.ts'
import { runState } from '../records/run.ts'
import { Dispatches, type DispatchResultRow, DispatchResults, type DispatchRow, dispatches } from './dispatch-entity.ts'

/** Limits of one step of a run, well within the time limit of its function. */
const STEP = { rows: 50, ms: 8_000 }

/** Maximum number of attempts when the provider refuses a mail temporarily. */
const TRIES = 3
/** Milliseconds before the second attempt, twice as many before the third; also between two readings of a mail. */
const PAUSE_MS = 300

/** Milliseconds that a step waits for a mail that another process is sending, before it takes that process for dead. */
const GRACE_MS = 3_000

/** Number of latest runs in which a step looks for another run that requested the same mail. */
const LATEST = 20

const accountingMails = { ...invoiceMails, kinds: ['accounting-mail' as const] }
const deliver = deliveryOf(accountingMails, invoiceLetters)['invoice-accounting-mail']

/**
 * Mails the next invoices of a run to the accounting, within the limits `most`, and requests the following step or ends
 * the run (rulings 47). One transaction stores the request for a mail with its result, under an id that follows from
 * the invoice. So a crash, a repetition or a parallel run sends no mail twice. A mail that fails does not stop the
 * others.
 */
export async function runDispatchStep(runId: string, most = STEP): Promise<void> {
  const run = await dispatches.find(runId)
  if (!run || run.state === 'done') return
  const { rows, isOver } = await takeRows(awaitedAfter(run.position), most.rows)
  const until = performance.now() + most.ms
  let position = run.position
  for (const row of rows) {
    if (position !== run.position && performance.now() > until) return dispatches.goOn(run, position)
    await dispatchOne(run, row)
    position = row.id
  }
  if (!isOver) return dispatches.goOn(run, position)
  await finishRest(run)
  return end(run)
}

function awaitedAfter(id: string) {
  const awaited = castInvoiceQuery(Invoices.query.byAccounting({ accountingKey: AWAITED }))
  return id === '' ? awaited : awaited.gt({ id } as never)
}

/** Mails one invoice, unless another run mails it or the accounting should not get it any more. */
async function dispatchOne(run: DispatchRow, { id, invoiceNumber }: InvoiceRow): Promise<void> {
  const { data } = await DispatchResults.get({ runId: run.id, invoiceNumber, id }).go({ consistent: true })
  const result =
    (data as DispatchResultRow | null) ?? (await askForMail(run, await readMailData(await invoiceRecords.find(id))))
  if (result) await finish(result)
}

/**
 * Finishes results that a crashed step left waiting. Their invoices may be gone from the list of invoices for the
 * accounting, so the steps no longer meet them.
 */
async function finishRest({ id }: DispatchRow): Promise<void> {
  const results = await readAll<DispatchResultRow>(DispatchResults.query.primary({ runId: id }), { consistent: true })
  for (const result of results) await finish(result)
}

/**
 * Requests the mail of an invoice to the accounting, again if an earlier mail failed; returns the stored result. Null
 * where the invoice no longer waits, a mail is under way or sent, or another run requested one. If the outcome of an
 * earlier mail is unknown, only stores that result, as a person decides what to do.
 */
async function askForMail(run: DispatchRow, mailData: InvoiceMailData): Promise<DispatchResultRow | null> {
  if (!awaitsAccounting(mailData.invoice)) return null
  const last = await findLastMail(firstMailId('accounting-mail', mailData.invoice))
  if (!last) {
    const item = { ...firstMail('accounting-mail', mailData.invoice), lane: 'own' as const }
    return storeResult(run, mailData, item.id, [sendChange(mailData, item)])
  }
  const { state } = stateOf(last)
  if (state === 'waiting' || state === 'sending' || state === 'sent') return null
  if (state === 'unknown') return (await isOfAnother(run, last)) ? null : storeResult(run, mailData, last.id, [])
  const { change, mail } = await prepareResend(invoiceMails, mailData, last.id, { lane: 'own' })
  return storeResult(run, mailData, mail.id, [change])
}

/** Tells whether another running run may have requested a mail, and so will store how that mail ends. */
async function isOfAnother({ id }: DispatchRow, { createdAt }: OutboxRow): Promise<boolean> {
  const { data } = await Dispatches.query.all({}).go({ order: 'desc', limit: LATEST })
  return data.some((one) => one.id !== id && runState(one) === 'running' && one.startedAt <= createdAt)
}

const sendChange = ({ id, invoiceNumber: name }: InvoiceMailData, item: OutboxItem): Change => ({
  action: 'invoice.send',
  entity: { type: 'invoice', id, name },
  after: { mail: 'accounting-mail' },
  write: [],
  outbox: [item],
})

/**
 * Stores the waiting result of an invoice together with the request for its mail; null where this run has a result
 * already, or another run requested the mail.
 */
async function storeResult(
  { id: runId }: DispatchRow,
  { invoice }: InvoiceMailData,
  mailId: string,
  mail: readonly Change[],
) {
  const { id, invoiceNumber, type, totalAmount, supplier } = invoice
  const result: DispatchResultRow = {
    ...{ runId, id, invoiceNumber, type, totalAmount, mailId, partnerName: supplier?.name ?? '' },
    ...{ outcome: 'waiting', message: undefined },
  }
  const write: GuardedWrite = {
    write: DispatchResults.create(result),
    onFailure: () => conflict('Deze factuur is in deze verzending al geweest'),
  }
  const noted: Change = {
    action: 'dispatch.asked',
    entity: { type: 'dispatch', id: runId },
    after: { invoiceId: id },
    write: [write, Dispatches.patch({ id: runId }).add({ total: 1 })],
  }
  return (await isWritten(commitAll(asSystem('dispatch'), [noted, ...mail]))) ? result : null
}

/** Sends the mail of a waiting result and stores how it ended. */
async function finish(result: DispatchResultRow): Promise<void> {
  if (result.outcome !== 'waiting') return
  for (let attempt = 1; ; attempt++) {
    const item = await mailOf(result)
    const isUnderWay = item.state === 'waiting' || item.state === 'sending'
    if (!isUnderWay || attempt > TRIES) return settle(result, item)
    try {
      await deliver(item)
    } catch (error) {
      log.warn('invoice not dispatched', { run: result.runId, invoice: result.id, error: error as Error })
      await pause(PAUSE_MS * attempt)
    }
  }
}

/** Reads the mail of a result; waits a moment for the outcome while another process sends the mail. */
async function mailOf({ invoiceNumber, mailId }: DispatchResultRow): Promise<OutboxRow> {
  const until = performance.now() + GRACE_MS
  for (;;) {
    const { data: item } = await Outbox.get({ id: mailId }).go({ consistent: true })
    if (!item) throw new Error(`${invoiceNumber} has no mail ${mailId}`)
    if (item.state !== 'sending' || performance.now() > until) return item
    await pause(PAUSE_MS)
  }
}

/** Stores once how the mail of a result ended; 'sent' replaces an earlier 'unknown'. */
async function settle({ runId, invoiceNumber, id }: DispatchResultRow, item: OutboxRow): Promise<void> {
  const { outcome, message } = outcomeOf(item)
  for (;;) {
    const { data: result } = await DispatchResults.get({ runId, invoiceNumber, id }).go({ consistent: true })
    if (!result || !mayBecome(result.outcome, outcome)) return
    const was = result.outcome
    const patch = DispatchResults.patch({ runId, invoiceNumber, id }).set({ outcome })
    const write = (message ? patch.set({ message }) : patch.remove(['message'])).where((row, { eq }) =>
      eq(row.outcome, was),
    )
    const change: Change = {
      action: `dispatch.${outcome}`,
      entity: { type: 'dispatch', id: runId },
      after: { invoiceId: id, message },
      write: [
        { write, onFailure: () => conflict('Dit is al genoteerd') },
        Dispatches.patch({ id: runId }).add({ [outcome]: 1, ...(was === 'unknown' ? { unknown: -1 } : {}) }),
      ],
    }
    if (await isWritten(commit(asSystem('dispatch'), change))) return
  }
}

const mayBecome = (was: DispatchOutcome, outcome: DispatchOutcome) =>
  was === 'waiting' || (was === 'unknown' && outcome === 'sent')

/**
 * Returns the outcome of a mail. A mail that is not sent, unknown or skipped counts as failed, for example because it
 * could not be composed.
 */
function outcomeOf(item: OutboxRow) {
  const { state, error } = stateOf(item)
  if (state === 'sent' || state === 'unknown' || state === 'skipped') return { outcome: state, message: error }
  return { outcome: 'failed' as const, message: error ?? 'De mail kon niet worden gemaakt.' }
}

/** Ends a run; asks for a report to the accounting when the run had any invoice. */
async function end(run: DispatchRow): Promise<void> {
  const ended = await dispatches.find(run.id)
  const report = { kind: 'dispatch-report' as const, subject: run.id, id: `${run.id}-report` }
  await dispatches.end(run, run.position, ended && ended.total > 0 ? [report] : [])
}
