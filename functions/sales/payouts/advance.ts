import { randomUUID } from 'node:crypto'
import { type SaleStatus, saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { forbidden, unprocessable } from '../../../shared/errors.ts'
import { nextStep } from '../../../shared/sales/commission-steps.ts'
import { namesOf } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import type { Paging } from '../../platform/http/page.ts'
import { listWithin } from '../../records/list.ts'
import { newRun, runViews, teamOfRun } from '../../records/run.ts'
import { storeChoice } from '../../records/run-choice.ts'
import { followRuns } from '../../records/run-following.ts'
import { inOrder, isText } from '../../records/source.ts'
import { spanOf } from '../commissions/commission-list.ts'
import {
  type AdvanceResultRow,
  AdvanceResults,
  type AdvanceRunRow,
  AdvanceRuns,
  advanceRuns,
  type NumberAndSums,
} from './advance-entity.ts'

/** Requested run: its commissions, by id or filter, and its settings. */
export interface Wish {
  readonly expectedStatus: SaleStatus
  readonly ids?: readonly string[] | undefined
  readonly filter?: CommissionFilter | undefined
  readonly withQuestions?: readonly string[] | undefined
  readonly ownInvoiceNumbers?: readonly ({ readonly userId: string } & NumberAndSums)[] | undefined
}

/** Returns the status to which a run moves commissions. Throws 422 when the expected status has no next step. */
export function requireNextStep(expectedStatus: SaleStatus) {
  const next = nextStep(expectedStatus)
  if (next) return next
  throw unprocessable(`Na ${saleStatusLabels[expectedStatus]} komt geen volgende stap`, 'expectedStatus')
}

/**
 * Starts a run that moves chosen or filtered commissions to their next status; it continues without the browser
 * (rulings 38). Throws 422 when the status has no next one.
 */
export async function startAdvanceRun(actor: Caller, wish: Wish) {
  const { expectedStatus } = wish
  const permit = authorise(actor, 'commission:edit')
  const next = requireNextStep(expectedStatus)
  const named = wish.ids && [...new Set(wish.ids)]
  const filter = wish.filter && { ...wish.filter, ...spanOf(wish.filter) }
  const teamId = teamOfRun(actor)
  const invoices = (wish.ownInvoiceNumbers ?? []).map(({ userId, ...invoice }) => [userId, invoice] as const)
  const row: AdvanceRunRow = {
    ...{ id: randomUUID(), startedById: actor.id, ...newRun() },
    ...{ teamId, teamKey: String(teamId ?? 'none') },
    ...{ expectedStatus, nextStatus: next, named: named?.length, position: '' },
    filter,
    withQuestions: wish.withQuestions && [...new Set(wish.withQuestions)],
    ownInvoices: Object.fromEntries(invoices),
    ...{ total: named?.length ?? 0, advanced: 0, skipped: 0, failed: 0 },
  }
  const chosen = storeChoice({ id: row.id }, named?.map((id) => ({ id })) ?? [])
  return advanceRuns.start(permit, row, {
    after: { expectedStatus, nextStatus: next, named: row.named, filter },
    ...{ write: chosen, result: await advances.viewOf(row) },
  })
}

/** Returns the owner of a run: the person who started it, and their team. */
const ownersOf = ({ teamId, startedById }: AdvanceRunRow) => ({ teamId, owners: [startedById] })

const byStart = { startedAt: isText, id: isText }

/**
 * Lists the runs that move many commissions to their next status, newest first. An admin sees all runs, a team leader
 * those that somebody of their team started.
 */
export const listAdvanceRuns = (actor: Caller, paging: Paging) => {
  const ofTeam = (teamKey: string) => inOrder<AdvanceRunRow>(byStart, [AdvanceRuns.query.byTeam({ teamKey })], 'desc')
  return listWithin(actor, 'commission:edit', paging, {
    all: () => inOrder<AdvanceRunRow>(byStart, [AdvanceRuns.query.all({})], 'desc'),
    team: (teamId) => ofTeam(String(teamId)),
    // A team leader without a team sees only the runs that they started. Those are stored under the team key 'none'.
    own: () => ofTeam('none'),
    ownersOf,
    show: viewsOf,
  })
}

/**
 * Continues a stopped run that moves commissions, and returns it. Only its starter does, as it pays in the starter's
 * name what others may not pay themselves. Throws 403 for others, 404 out of the actor's reach, 409 for a run that is
 * not stopped.
 */
export async function continueAdvanceRun(actor: Caller, id: string) {
  const { run } = await advances.find(actor, id)
  if (run.startedById !== actor.id) throw forbidden('Een collega startte deze verwerking. Start zelf een nieuwe.')
  return advances.goOn(actor, id)
}

const viewsOf = (runs: readonly AdvanceRunRow[]) => runViews(runs, namesOf)

/** Runs that move commissions, as people follow them; their results are listed newest first. */
export const advances = followRuns({
  ...{ runs: advanceRuns, action: 'commission:edit', ownersOf, viewsOf },
  resultsOf: (runId) =>
    inOrder<AdvanceResultRow>({ at: isText, id: isText }, [AdvanceResults.query.byRun({ runId })], 'desc'),
  showResults: (rows) => rows,
})
