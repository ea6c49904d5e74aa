import type { PeriodChange } from '../../../shared/api/schemas/periods.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import { addSeconds, addToMonth, type Instant, localDateOf, monthOf, monthText, now } from '../../../shared/time.ts'
import { BOOK, type BookLock, firstOpenDayOf, type MonthSeal, MonthSeals, readSeals } from '../../book/service.ts'
import { approveAsSecond, buildApproverCheck, findAdminsToMail, namesOf } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Notice } from '../../platform/data/notifications.ts'
import { requireBookMonth } from '../reconciliation.ts'
import { readClosingSteps } from './closing-steps.ts'
import { readLastDone } from './last-done.ts'
import { findLock, lockRecords, stateOf } from './period-lock.ts'
import { CLOSING_SECONDS } from './sealing.ts'

/** Lists the months that were ever closed, newest first. */
export async function listPeriods(actor: Caller) {
  const [lock, seals] = await Promise.all([findLock(), readSeals()])
  const viewOf = await buildPeriodView(actor, lock, seals)
  return { firstOpenDay: firstOpenDayOf(lock), periods: seals.map(({ month }) => viewOf(month)).reverse() }
}

/** Returns a month of the book with the work that is left before it is closed. */
export const findPeriod = async (actor: Caller, month: string) => detailsOf(actor, await findLock(), month, [])

/** Returns a month as it is after seals are `written`, which the transaction of a change does later. */
async function detailsOf(actor: Caller, lock: BookLock, month: string, written: readonly MonthSeal[]) {
  requireBookMonth(month)
  const [stored, steps, lastDone] = await Promise.all([readSeals(), readClosingSteps(month), readLastDone()])
  const seals = stored.map((seal) => written.find((one) => one.month === seal.month) ?? seal)
  const nameOf = await namesOf([...lastDone.values()].map(({ by }) => by))
  return {
    ...(await buildPeriodView(actor, lock, seals))(month),
    steps: steps.map((step) => {
      const last = lastDone.get(step.step)
      return { ...step, lastDone: last && { by: nameOf(last.by), at: last.at } }
    }),
  }
}

/** Returns a function that gives a month as the API shows it. */
async function buildPeriodView(actor: Caller, lock: BookLock, seals: readonly MonthSeal[]) {
  const { closing, unfiling } = lock
  const [nameOf, mayApprove] = await Promise.all([
    namesOf(
      [
        ...seals.flatMap(({ closedBy, opened }) => [closedBy, opened?.by ?? []].flat()),
        closing?.by ?? [],
        unfiling?.by ?? [],
      ].flat(),
    ),
    buildApproverCheck(actor, unfiling ? [unfiling] : []),
  ])
  return (month: string) => {
    const state = stateOf(lock, month)
    const seal = seals.find((one) => one.month === month)
    const isSealed = state === 'closed' || state === 'filed'
    const begun = isSealed
      ? seal && { by: seal.closedBy, at: seal.closedAt }
      : state === 'closing'
        ? closing
        : undefined
    return {
      ...{ month, state, version: lock.version, firstOpenDay: firstOpenDayOf(lock) },
      sealsAt: state === 'closing' && closing ? addSeconds(closing.at as Instant, CLOSING_SECONDS) : undefined,
      ...{ closedBy: begun && nameOf(begun.by), closedAt: begun?.at },
      ...{ seal: isSealed ? seal?.hash : undefined, transactions: isSealed ? seal?.transactions : undefined },
      opened: isSealed ? undefined : seal?.opened && { ...seal.opened, by: nameOf(seal.opened.by) },
      refusal: lock.refusal?.month === month ? lock.refusal.reason : undefined,
      unfiling:
        unfiling?.month === month
          ? { ...unfiling, by: nameOf(unfiling.by), mayApprove: mayApprove(unfiling) }
          : undefined,
    }
  }
}

/** Change of the lock, with the other parts of its transaction. */
type Edit = Awaited<ReturnType<Parameters<typeof lockRecords.edit>[3]>>

/**
 * Closes a month `yyyy-mm`, opens it, files it, or opens what was filed. Throws 409 for a month that is not the next to
 * close or the last to open, and while work is left; 422 for a month that is not over, or without a reason. The filed
 * periods open when a second admin sends the same with `If-Match`: 403 unless `approveAsSecond` lets them.
 */
export function changePeriod(actor: Caller, month: string, change: PeriodChange) {
  const written: MonthSeal[] = []
  return lockRecords.edit(
    actor,
    BOOK,
    (row) => detailsOf(actor, row, month, written),
    async (before): Promise<Edit> => {
      const state = stateOf(before, month)
      if (!change.closed) return state === 'open' ? null : openMonth(actor, before, { month, ...change }, written)
      if (change.filed === false) return state === 'filed' ? unfile(actor, before, month, change) : null
      if (change.filed === true) return state === 'filed' ? null : fileMonth(before, month)
      return state === 'open' ? startClosing(actor, before, month) : null
    },
  )
}

async function startClosing(actor: Caller, before: BookLock, month: string): Promise<Edit> {
  if (month >= monthOf(localDateOf(now())))
    throw unprocessable(`De maand ${monthText(month)} is nog niet voorbij`, 'closed')
  if (before.closing) throw conflict(`Wacht tot ${monthText(before.closing.month)} is gesloten`)
  const next = before.closedThrough === undefined ? month : addToMonth(before.closedThrough, 1)
  if (month !== next) throw conflict(`Sluit eerst ${monthText(next)}`)
  const left = (await readClosingSteps(month)).filter(({ count, isRequired }) => isRequired && count > 0)
  if (left.length > 0)
    throw conflict(left.map(({ step, count }) => `${requiredTexts[step] ?? ''}: ${count}`).join('. '))
  return { verb: 'close', after: { ...before, refusal: undefined, closing: { month, at: now(), by: actor.id } } }
}

/** Texts of the steps that closing a month waits for. */
const requiredTexts: Partial<Record<Awaited<ReturnType<typeof readClosingSteps>>[number]['step'], string>> = {
  send: 'Verstuur eerst de facturen',
  bank: 'Verwerk eerst de boekingen van de bank',
  difference: 'Los eerst de verschillen op',
}

/** Opens the last closed month again, or ends its closing. Adds the seal that the transaction writes to `written`. */
async function openMonth(
  actor: Caller,
  before: BookLock,
  { month, reason }: PeriodChange & { readonly month: string },
  written: MonthSeal[],
): Promise<Edit> {
  if (before.closing?.month === month) return { verb: 'stop', after: { ...before, closing: undefined } }
  if (stateOf(before, month) === 'filed') {
    throw conflict(`De aangifte van ${monthText(month)} is ingediend. Open eerst de aangifte.`)
  }
  const last = before.closing?.month ?? before.closedThrough ?? ''
  if (month !== last) throw conflict(`Open eerst ${monthText(last)}`)
  const seal = (await readSeals()).find((one) => one.month === month)
  if (!seal) throw conflict(`Open eerst ${monthText(last)}`)
  const said = requireReason(reason)
  const opened = { ...seal, opened: { by: actor.id, at: now(), reason: said } }
  written.splice(0, written.length, opened)
  return {
    verb: 'open',
    after: { ...before, closedThrough: seal.previousMonth },
    write: [{ write: MonthSeals.put(opened), onFailure: lockRecords.lost }],
    notify: await tellAdmins(actor, { month, event: 'weer open', reason: said }),
  }
}

function fileMonth(before: BookLock, month: string): Edit {
  if (stateOf(before, month) !== 'closed') throw conflict(`Sluit eerst ${monthText(month)}`)
  return { verb: 'file', after: { ...before, filedThrough: month, unfiling: undefined } }
}

/** Asks to open the filed periods from a month on, or does so for a second admin. */
async function unfile(actor: Caller, before: BookLock, month: string, { reason }: PeriodChange): Promise<Edit> {
  const { unfiling } = before
  const isApproving = unfiling?.month === month && actor.origin.expectedVersion !== undefined
  if (!isApproving) {
    const said = requireReason(reason)
    return {
      verb: 'ask',
      after: { ...before, unfiling: { month, at: now(), by: actor.id, reason: said } },
      notify: await tellAdmins(actor, { month, event: 'vraag om te openen', reason: said }),
    }
  }
  const approval = await approveAsSecond(actor, unfiling, {
    refused: () => conflict('Laat een andere beheerder dit goedkeuren'),
    about: { type: 'book-lock', id: BOOK },
    what: { month },
  })
  return {
    verb: 'unfile',
    after: { ...before, filedThrough: addToMonth(month, -1), unfiling: undefined },
    notify: await tellAdmins(actor, { month, event: 'aangifte geopend', reason: unfiling.reason }),
    ...approval,
  }
}

function requireReason(reason: string | null | undefined): string {
  if (!reason) throw unprocessable('Vul in waarom de maand weer open moet', 'reason')
  return reason
}

/** Returns the notices that tell the other admins that a closed month opens. */
const tellAdmins = async (
  actor: Caller,
  facts: Extract<Notice, { kind: 'period-opened' }>['facts'],
): Promise<Notice[]> =>
  (await findAdminsToMail(actor.id)).map(({ id: to }) => ({ kind: 'period-opened', to, subject: facts.month, facts }))
