import { can } from '../../shared/access.ts'
import { unprocessable } from '../../shared/errors.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { localDateOf, now } from '../../shared/time.ts'
import {
  type Closing,
  closeNumbers,
  closingsOn,
  type DoNotCallEntry,
  findProvisional,
  findProvisionalClosings,
  judgeClosing,
  liftDoNotCall,
  type ProvisionalClosingRow,
} from '../known-customers/service.ts'
import { findAdminsToMail, namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitAll, commitNothing, isWritten, planAndCommit } from '../platform/data/commit.ts'
import type { Notice } from '../platform/data/notifications.ts'
import { markLeadsWith } from './records.ts'

/**
 * Returns the changes with which a person closes all numbers of a phone field. Provisional ones are told to all admins,
 * in one notification a day (market 66).
 */
export async function planClosing(actor: Caller, phone: string, entry: DoNotCallEntry): Promise<Closing[]> {
  const changes = await closeNumbers(actor, [phone], entry)
  if (!changes.some(({ isProvisional }) => isProvisional)) return changes
  const together = closingsOn(localDateOf(now()))
  const admins = await findAdminsToMail(actor.id)
  const notify = admins.map(
    ({ id: to }): Notice => ({ kind: 'closing-waits', to, subject: 'closings', facts: {}, together }),
  )
  return changes.map((change) => (change.isProvisional ? { ...change, notify } : change))
}

interface NumberToClose {
  readonly number: string
  readonly source?: string | null | undefined
}

/**
 * Closes the numbers in a text, in whatever reach. The reply says that the closing may be provisional, never that it
 * is, as that would tell whether somebody else has a number. Throws 422 without a number.
 */
export async function closeNumber(actor: Caller, { number, source }: NumberToClose) {
  const permit = authorise(actor, 'customer:close', { owners: [actor.id] })
  const numbers = requireNumbers(number)
  const closed = await planAndCommit(permit, async () => {
    const entry = { date: localDateOf(now()), source: source ?? null }
    const changes = await planClosing(actor, number, entry)
    return { changes, result: { numbers, mayBeJudged: changes.some((one) => one.mayBeJudged) } }
  })
  await markLeadsWith(numbers)
  return closed
}

/**
 * Takes the numbers in a text off the do-not-call list. Throws 403 for anybody but an admin, 422 without a number.
 */
export async function liftNumber(actor: Caller, { number, reason }: { number: string; reason: string }) {
  const permit = authorise(actor, 'customer:lift')
  const numbers = requireNumbers(number)
  return planAndCommit(permit, async () => ({ changes: await liftDoNotCall(number, reason), result: { numbers } }))
}

/** Reads the numbers in a text. Throws 422 without one. */
function requireNumbers(text: string): string[] {
  const numbers = readPhones(text)
  if (numbers.length === 0) throw unprocessable('Vul een geldig telefoonnummer in', 'number')
  return numbers
}

/**
 * Tells whether a person may judge a closing: an admin any, a team leader those by one other person of the own team.
 */
const mayJudge = (actor: Caller, { setBy, teamId, isRepeated }: ProvisionalClosingRow) =>
  actor.role === 'admin' || (!isRepeated && setBy !== actor.id && can(actor, 'customer:judge', { teamId }))

/** Lists the provisional closings that the actor may judge, by the person who closed the numbers. */
export async function listClosings(actor: Caller) {
  authorise(actor, 'customer:judge')
  const { rows, isComplete } = await findProvisionalClosings()
  const listed = rows.filter((row) => mayJudge(actor, row))
  const nameFor = await namesOf(listed.map(({ setBy }) => setBy))
  const closings = listed
    .map(({ phone, source = null, setBy, createdAt, until }) => ({
      ...{ number: phone, source, closedBy: nameFor(setBy), closedAt: createdAt, until },
    }))
    .sort((one, other) => (one.closedAt < other.closedAt ? -1 : 1))
  return { closings, isComplete }
}

interface Judgement {
  readonly numbers: readonly string[]
  readonly decision: 'confirm' | 'reopen'
}

/** Confirms or reopens provisional closings, each in its own transaction; skips what the actor may not judge. */
export async function judgeClosings(actor: Caller, { numbers, decision }: Judgement) {
  const permit = authorise(actor, 'customer:judge')
  const wanted = new Set(numbers)
  let judged = 0
  for (const row of await findProvisional([...wanted])) {
    if (!mayJudge(actor, row)) continue
    if (await isWritten(commitAll(permit, await judgeClosing(row, decision)))) judged += 1
  }
  if (decision === 'reopen') await markLeadsWith([...wanted])
  return commitNothing(permit, { judged, left: wanted.size - judged })
}

/** Counts the provisional closings that the actor may judge. */
export async function countClosings(actor: Caller): Promise<number> {
  const { rows } = await findProvisionalClosings()
  return rows.filter((row) => mayJudge(actor, row)).length
}
