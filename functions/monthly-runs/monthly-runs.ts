import { randomUUID } from 'node:crypto'
import { MAX_RUN_DAYS, type MonthlyChoice, type NewMonthlyRun } from '../../shared/api/schemas/monthly-runs.ts'
import { unprocessable } from '../../shared/errors.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { daysBetween, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { type PartnerRow, partnersById, refuseDistantDate, requireOpenDate } from '../invoices/runs.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import type { Paging } from '../platform/http/page.ts'
import { listWithin } from '../records/list.ts'
import { newRun, runViews } from '../records/run.ts'
import { followRuns } from '../records/run-following.ts'
import { inOrder, isText } from '../records/source.ts'
import {
  type MonthlyResultRow,
  MonthlyResults,
  type MonthlyRunRow,
  MonthlyRuns,
  monthlyRuns,
} from './monthly-entity.ts'

const MANAGE = 'self-billing:manage'

/**
 * Reads the partners of a monthly run, in the order of its form. Throws 422 for an invalid period or unknown partner.
 */
export async function findChosenPartners({ partnerIds, ...period }: MonthlyChoice): Promise<PartnerRow[]> {
  refusePeriod(period)
  const found = await partnersById(partnerIds)
  return [...new Set(partnerIds)].map((id) => {
    const partner = found.get(id)
    if (!partner) throw unprocessable('Een van deze partners bestaat niet (meer)', 'partnerIds')
    return partner
  })
}

/** Throws 422 for a supply period that ends before it begins or has more than `MAX_RUN_DAYS` days. */
export function refusePeriod({ from, to }: Pick<MonthlyChoice, 'from' | 'to'>): void {
  if (to < from) throw unprocessable('De periode eindigt vóór de eerste dag', 'to')
  if (daysBetween(from as LocalDate, to as LocalDate) >= MAX_RUN_DAYS) {
    throw unprocessable('Kies een periode van hoogstens een jaar', 'to')
  }
}

/**
 * Starts a run that invoices partner by partner in the background. It uses the items open when it reaches a partner, so
 * its invoices may differ from the preview. Throws 422 for an invalid period, partner or date.
 */
export async function startRun(actor: Caller, { invoiceDate, ...choice }: NewMonthlyRun) {
  const permit = authorise(actor, MANAGE)
  const partners = await findChosenPartners(choice)
  const today = localDateOf(now())
  if (invoiceDate) {
    refuseDistantDate(invoiceDate)
    await requireOpenDate(invoiceDate)
  }
  const row: MonthlyRunRow = {
    ...{ id: randomUUID(), startedById: actor.id, from: choice.from, to: choice.to, invoiceDate: invoiceDate ?? today },
    withEarlier: choice.withEarlier,
    withQuestions: choice.withQuestions && [...new Set(choice.withQuestions)],
    ...{ partnerIds: partners.map(({ id }) => id), position: 0, created: 0, leftOut: 0, failed: 0, ...newRun() },
  }
  return monthlyRuns.start(permit, row, { after: row, result: await monthlies.viewOf(row) })
}

/** Lists monthly runs, newest first. */
export const listMonthlyRuns = (actor: Caller, paging: Paging) =>
  listWithin(actor, MANAGE, paging, {
    all: () => inOrder<MonthlyRunRow>({ startedAt: isText, id: isText }, [MonthlyRuns.query.all({})], 'desc'),
    show: viewsOf,
  })

async function viewsOf(runs: readonly MonthlyRunRow[]) {
  const views = await runViews(runs, namesOf)
  return views.map((run) => ({
    ...{ ...run, withEarlier: run.withEarlier === true },
    ...{ total: run.partnerIds.length, handled: run.position },
  }))
}

/** Monthly runs, as people follow them; their results are listed newest first. */
export const monthlies = followRuns({
  ...{ runs: monthlyRuns, action: MANAGE, viewsOf },
  resultsOf: (runId) =>
    inOrder<MonthlyResultRow>({ at: isText, id: isText }, [MonthlyResults.query.byRun({ runId }) as never], 'desc'),
  showResults: async (rows) => {
    const partners = await partnersById(rows.map(({ partnerId }) => partnerId))
    return rows.map((row) => ({
      ...row,
      partnerName: partners.get(row.partnerId)?.name ?? 'Onbekend',
      total: row.total === undefined ? undefined : euros(wholeCents(row.total)),
    }))
  },
})
