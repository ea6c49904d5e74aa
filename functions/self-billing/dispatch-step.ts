import { setTimeout as pause } from 'node:timers/promises'
import type { DispatchOutcome } from '../../shared/contract/dispatches.ts'
import { conflict } from '../../shared/errors.ts'
import { deliveryOf } from '../mail/deliver.ts'
import { stateOf } from '../mail/log.ts'
import { lastMail, resending } from '../mail/resend.ts'
import { asSystem } from '../platform/actor.ts'
import { type Change, commit, commitAll, type GuardedWrite, isWritten } from '../platform/commit.ts'
import { log } from '../platform/log.ts'
import { Outbox, type OutboxItem, type OutboxRow } from '../platform/outbox.ts'
import { readAll, take } from '../platform/rows.ts'
import { runState } from '../records/run.ts'
import { Dispatches, type DispatchResultRow, DispatchResults, type DispatchRow, dispatches } from './dispatch-entity.ts'
import { AWAITED, type InvoiceRow, Invoices } from './invoice-entity.ts'
import { partition } from './invoice-list.ts'
import { invoiceRecords } from './invoice-records.ts'
import { awaitsAccounting } from './invoice-rules.ts'
import { invoiceLetters } from './letters.ts'
import { firstMail, firstMailId, type InvoiceMatter, invoiceMails, matterOf } from './mails.ts'

/** What one step of a run does at most, well within the time that its function has. */
const STEP = { rows: 50, ms: 8_000 }

/** How often a mail is offered that the provider refuses for now, and how long it waits before the next time. */
const TRIES = 3
const PAUSE_MS = 300

/** How long a step waits for the end of a mail that another delivery of it is sending, before it takes that for dead. */
const GRACE_MS = 3_000

/** Runs among which one that asked for a mail is sought. */
const LATEST = 20

const deliver = deliveryOf(invoiceMails, invoiceLetters)['invoice-accounting-mail']

/**
 * Does the next step of a run and asks for the one behind it, until the accounting has been sent all that it awaits
 * (rulings 47). Each mail is asked for in one transaction with the note of it, under an id that follows from the invoice,
 * so that whatever dies, comes again or runs beside it sends none twice; what a step left undone the same step does when
 * it comes again. One mail that fails holds up no other.
 */
export async function dispatchStep(runId: string, most = STEP): Promise<void> {
  const run = await dispatches.find(runId)
  if (!run || run.state === 'done') return
  const { rows, isOver } = await take(awaitedAfter(run.position), most.rows)
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
  const awaited = partition(Invoices.query.byAccounting({ accountingKey: AWAITED }))
  return id === '' ? awaited : awaited.gt({ id } as never)
}

/** Mails one invoice, unless somebody else does or it is not to go after all. */
async function dispatchOne(run: DispatchRow, { id, invoiceNumber }: InvoiceRow): Promise<void> {
  const { data } = await DispatchResults.get({ runId: run.id, invoiceNumber, id }).go({ consistent: true })
  const result = (data as DispatchResultRow | null) ?? (await asked(run, await matterOf(await invoiceRecords.find(id))))
  if (result) await finish(result)
}

/** What a step that died has asked for, of invoices that it sent: they stand in no list of what is awaited. */
async function finishRest({ id }: DispatchRow): Promise<void> {
  const results = await readAll<DispatchResultRow>(DispatchResults.query.primary({ runId: id }), { consistent: true })
  for (const result of results) await finish(result)
}

/**
 * Asks for the mail of an invoice: the first of its life, or one in place of a mail that failed. Null where one is under
 * way or another run was first, which notes what comes of it; of one whose end nobody knows only a note is made, as a person
 * decides about it.
 */
async function asked(run: DispatchRow, matter: InvoiceMatter): Promise<DispatchResultRow | null> {
  if (!awaitsAccounting(matter.invoice)) return null
  const last = await lastMail(firstMailId('accounting-mail', matter.id))
  if (!last) {
    const item = { ...firstMail('accounting-mail', matter.invoice), lane: 'own' as const }
    return ask(run, matter, item.id, [sending(matter, item)])
  }
  const { state } = stateOf(last)
  if (state === 'waiting' || state === 'sending' || state === 'sent') return null
  if (state === 'unknown') return (await isOfAnother(run, last)) ? null : ask(run, matter, last.id, [])
  const { change, mail } = await resending(invoiceMails, matter, last.id, { lane: 'own' })
  return ask(run, matter, mail.id, [change])
}

/** Whether another run that goes on may have asked for a mail, and so knows in the end what nobody knows yet. */
async function isOfAnother({ id }: DispatchRow, { createdAt }: OutboxRow): Promise<boolean> {
  const { data } = await Dispatches.query.all({}).go({ order: 'desc', limit: LATEST })
  return data.some((one) => one.id !== id && runState(one) === 'running' && one.startedAt <= createdAt)
}

const sending = ({ id, invoiceNumber: name }: InvoiceMatter, item: OutboxItem): Change => ({
  action: 'invoice.send',
  entity: { type: 'invoice', id, name },
  after: { mail: 'accounting-mail' },
  write: [],
  outbox: [item],
})

async function ask({ id: runId }: DispatchRow, { invoice }: InvoiceMatter, mailId: string, mail: readonly Change[]) {
  const { id, invoiceNumber, type, totalAmount, supplier } = invoice
  const result: DispatchResultRow = {
    ...{ runId, id, invoiceNumber, type, totalAmount, mailId, partnerName: supplier?.name ?? '' },
    ...{ outcome: 'waiting', message: undefined },
  }
  const write: GuardedWrite = {
    write: DispatchResults.create(result),
    otherwise: () => conflict('Deze factuur is in deze verzending al geweest'),
  }
  const noted: Change = {
    action: 'dispatch.asked',
    entity: { type: 'dispatch', id: runId },
    after: { invoiceId: id },
    write: [write, Dispatches.patch({ id: runId }).add({ total: 1 })],
  }
  return (await isWritten(commitAll(asSystem('dispatch'), [noted, ...mail], undefined))) ? result : null
}

/** Sends the mail of a result that is under way, and notes what became of it. */
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

/** The mail of a result; of one that is being sent its end, where that comes soon. */
async function mailOf({ invoiceNumber, mailId }: DispatchResultRow): Promise<OutboxRow> {
  const until = performance.now() + GRACE_MS
  for (;;) {
    const { data: item } = await Outbox.get({ id: mailId }).go({ consistent: true })
    if (!item) throw new Error(`${invoiceNumber} has no mail ${mailId}`)
    if (item.state !== 'sending' || performance.now() > until) return item
    await pause(PAUSE_MS)
  }
}

/** Notes what became of a mail, once; whoever knows that it went overrules one who could not know. */
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
        { write, otherwise: () => conflict('Dit is al genoteerd') },
        Dispatches.patch({ id: runId }).add({ [outcome]: 1, ...(was === 'unknown' ? { unknown: -1 } : {}) }),
      ],
    }
    if (await isWritten(commit(asSystem('dispatch'), change, undefined))) return
  }
}

const mayBecome = (was: DispatchOutcome, outcome: DispatchOutcome) =>
  was === 'waiting' || (was === 'unknown' && outcome === 'sent')

/** What became of a mail; one that could not even be made has failed. */
function outcomeOf(item: OutboxRow) {
  const { state, error } = stateOf(item)
  if (state === 'sent' || state === 'unknown' || state === 'skipped') return { outcome: state, message: error }
  return { outcome: 'failed' as const, message: error ?? 'De mail kon niet worden gemaakt.' }
}

/** Ends a run; the accounting is told of one that had something to send. */
async function end(run: DispatchRow): Promise<void> {
  const ended = await dispatches.find(run.id)
  const report = { kind: 'dispatch-report' as const, subject: run.id, id: `${run.id}-report` }
  await dispatches.end(run, run.position, ended && ended.total > 0 ? [report] : [])
}
