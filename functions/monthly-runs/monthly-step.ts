import { AppError, conflict } from '../../shared/errors.ts'
import { epochOf, localDateOf, now } from '../../shared/time.ts'
import { claimItems, settlementLines } from '../book/service.ts'
import { claimOf, createInvoice, type PartnerRow, partnersById, settingsInForce, vatRatesOf } from '../invoices/runs.ts'
import { requireUnchangedActor } from '../people/service.ts'
import { asSystem, type Caller } from '../platform/actor.ts'
import { commit, isWritten } from '../platform/data/commit.ts'
import { ttlSeconds } from '../platform/data/table.ts'
import { log } from '../platform/log.ts'
import { doStep, STEP } from '../records/run-steps.ts'
import {
  type MonthlyResultRow,
  MonthlyResults,
  type MonthlyRunRow,
  MonthlyRuns,
  monthlyRuns,
} from './monthly-entity.ts'
import { buildInvoiceForm, type PlannedInvoice, planInvoices } from './monthly-plan.ts'

/** Maximum number of attempts to make a partner's invoices while another user changes the same records. */
const TRIES = 3

/**
 * Does the next step of a monthly run, for about `ms` milliseconds, and requests the following one until no partner is
 * left. Creates each invoice in one transaction with the claims on its items and its result. A crash, a repetition or a
 * parallel run therefore invoices nothing twice.
 */
export const runMonthlyStep = (runId: string, ms = STEP.ms): Promise<void> =>
  doStep(monthlyRuns, runId, { turnsOf, doOne: invoiceWhileRunning }, { rows: Number.POSITIVE_INFINITY, ms })

const turnsOf = async ({ partnerIds, position }: MonthlyRunRow) => ({
  turns: partnerIds.map((partnerId, place) => ({ partnerId, next: place + 1 })).slice(position),
  isLast: true,
})

async function invoiceWhileRunning(run: MonthlyRunRow, starter: Caller | null, { partnerId }: { partnerId: string }) {
  if ((await monthlyRuns.find(run.id))?.state !== 'running') return false
  await invoicePartner(run, starter, partnerId)
  return true
}

async function invoicePartner(run: MonthlyRunRow, starter: Caller | null, partnerId: string): Promise<void> {
  if (starter?.role !== 'admin')
    return note(run, partnerId, { message: 'De starter is geen beheerder meer. Start zelf een nieuwe maandrun.' })
  for (let attempt = 1; ; attempt++) {
    const partner = (await partnersById([partnerId])).get(partnerId)
    if (!partner) return note(run, partnerId, { message: 'Deze partner bestaat niet meer' })
    try {
      const rates = vatRatesOf(await settingsInForce())
      const { payee, invoices, leftOut } = await planInvoices(partner, run, rates, run.id)
      for (const planned of invoices) await makeInvoice(run, starter, partner, payee?.id ?? '', planned)
      if (leftOut.length > 0) await note(run, partnerId, { leftOut: [...leftOut] })
      return
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.kind === 'conflict' && attempt < TRIES) continue
      if (error.kind === 'unavailable') throw error
      log.warn('partner not invoiced', { run: run.id, partner: partnerId, error })
      return note(run, partnerId, { message: error.message })
    }
  }
}

/** Creates one invoice, with its result and the claims on its items. */
async function makeInvoice(
  run: MonthlyRunRow,
  starter: Caller,
  partner: PartnerRow,
  userId: string,
  { settlement, lines }: PlannedInvoice,
): Promise<void> {
  await createInvoice(starter, buildInvoiceForm(partner, run, lines), {
    commissions: { runId: run.id, userId, itemIds: settlementLines(settlement).map(({ id }) => id) },
    posted: (invoice) =>
      claimItems(
        settlement,
        { by: claimOf(invoice), number: invoice.invoiceNumber },
        { date: localDateOf(now()), by: starter.id },
      ),
    write: (invoice) => [
      ...requireUnchangedActor(starter, null),
      MonthlyResults.create({
        ...{ runId: run.id, id: invoice.id, at: now(), partnerId: partner.id, outcome: 'created', leftOut: [] },
        ...{ invoiceId: invoice.id, invoiceNumber: invoice.invoiceNumber, total: invoice.totalAmount },
      }),
      MonthlyRuns.patch({ id: run.id }).add({ created: 1 }),
    ],
  })
}

/** Maximum number of left-out items that one result lists. */
const MOST_LISTED = 200

/** Milliseconds that a run lists what it left out: three months later, others have dealt with it. */
const LISTED_MS = 90 * 86_400_000

/**
 * Stores once, as the result of a partner, which items were left out or why its invoice failed. The audit log, which is
 * kept for ever, gets the reasons without the texts, as these name customers.
 */
async function note(
  run: MonthlyRunRow,
  partnerId: string,
  what: Partial<Pick<MonthlyResultRow, 'message' | 'leftOut'>>,
) {
  const { leftOut: all = [], message } = what
  const items = all.map(({ text, reason }) => ({ text, reason }))
  const more = { text: `En nog ${all.length - MOST_LISTED}`, reason: 'Kies een kortere periode om ze te zien' }
  const leftOut = all.length > MOST_LISTED ? [...items.slice(0, MOST_LISTED), more] : items
  const outcome = message === undefined ? 'leftOut' : 'failed'
  const at = now()
  const expires = message === undefined ? ttlSeconds(epochOf(at) + LISTED_MS) : undefined
  const result = { runId: run.id, id: partnerId, at, partnerId, outcome, message, leftOut, expires } as const
  await isWritten(
    commit(asSystem('self-billing'), {
      action: `monthly-run.${outcome}`,
      entity: { type: 'monthly-run', id: run.id },
      after: { partnerId, message, leftOut: leftOut.map(({ reason }) => ({ reason })) },
      write: [
        { write: MonthlyResults.create(result), onFailure: () => conflict('Dit is al vastgelegd') },
        MonthlyRuns.patch({ id: run.id }).add({ [outcome]: message === undefined ? all.length : 1 }),
      ],
    }),
  )
}
