import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { defineEntity, must, number, primary, tryWrite, ttlSeconds } from './table.ts'

/**
 * Number of hits in a span of time, which begins with the first of them.
 *
 * | Read     | Index   | Key     |
 * | one span | primary | subject |
 */
const Spans = defineEntity('span', {
  attributes: {
    subject: must,
    /** For a limit on hits, the hits so far. For a limit on failures, the attempts that failed or still run. */
    taken: number,
    failed: number,
    until: number,
    expires: number,
  },
  indexes: { primary: primary('span#${subject}', 'span') },
})

export interface Limit {
  /** Subject of the limit, such as `login#192.0.2.1`. */
  readonly subject: string
  readonly hits: number
  readonly seconds: number
  /**
   * Dutch text of the refusal, in place of 'Te veel pogingen. Probeer het later opnieuw.' Limits of failures ignore it.
   */
  readonly refusal?: string
}

/** Milliseconds that an attempt waits for running ones to end before it is refused. */
const PATIENCE_MS = 4_000

/**
 * Throws 429 with Retry-After when `limitFailures` has counted as many failures as the limit allows. Counts nothing.
 */
export async function refuseAfterFailures(limit: Limit): Promise<void> {
  const span = await spanOf(limit)
  if (isFull(limit, span)) throw tooMany(span?.until)
}

/** Counts one request against a limit; throws 429 with Retry-After above the limit. */
export async function countRequest(limit: Limit): Promise<void> {
  if (!(await take(limit))) throw tooMany((await spanOf(limit))?.until, limit.refusal)
}

/**
 * Throws 429 with Retry-After when `countSuccess` has counted as many successes as the limit allows; counts nothing.
 */
export async function refuseAfterSuccesses(limit: Limit): Promise<void> {
  const span = await spanOf(limit)
  if (span && span.taken >= limit.hits && span.until > at()) throw tooMany(span.until, limit.refusal)
}

/**
 * Counts finished work against a limit on successes, such as renames. Call `refuseAfterSuccesses` before the work.
 * Never refuses; above the limit it counts nothing and returns false.
 */
export const countSuccess = (limit: Limit): Promise<boolean> => take(limit)

/**
 * Runs work that may fail only so often within the limit's seconds; only errors that `isFailure` accepts count. Throws
 * 429 with Retry-After when the limit is reached. Running calls count as failures until they end: the call waits up to
 * four seconds for them, then throws 429 too.
 */
export async function limitFailures<T>(
  limit: Limit,
  work: () => Promise<T>,
  isFailure: (error: unknown) => boolean,
): Promise<T> {
  await takeInTurn(limit)
  try {
    const result = await work()
    await giveBack(limit)
    return result
  } catch (error) {
    await (isFailure(error) ? fail(limit) : giveBack(limit))
    throw error
  }
}

const at = () => epochOf(now())
const spanEnd = ({ seconds }: Limit) => ({ until: at() + seconds * 1000, expires: ttlSeconds(at() + seconds * 1000) })

const tooMany = (until = at(), refusal = 'Te veel pogingen. Probeer het later opnieuw.') =>
  new AppError('tooMany', refusal, {
    retryAfter: Math.max(1, Math.ceil((until - at()) / 1000)),
  })

const spanOf = async ({ subject }: Limit) => (await Spans.get({ subject }).go({ consistent: true })).data

const isFull = ({ hits }: Limit, span: Awaited<ReturnType<typeof spanOf>>) =>
  span !== null && span.failed >= hits && span.until > at()

/** Takes a place in the running span, or starts a new one; returns false when all places are taken. */
async function take(limit: Limit): Promise<boolean> {
  const { subject } = limit
  const join = () =>
    tryWrite(() =>
      Spans.update({ subject })
        .add({ taken: 1 })
        .where(({ taken, until }, { gt, lt }) => `${gt(until, at())} AND ${lt(taken, limit.hits)}`)
        .go(),
    )
  const begin = () =>
    tryWrite(() =>
      Spans.put({ subject, taken: 1, failed: 0, ...spanEnd(limit) })
        .where(({ until }, { notExists, lte }) => `${notExists(until)} OR ${lte(until, at())}`)
        .go(),
    )
  // Tries once more at the end: another call may have started the span in between.
  return (await join()) || (await begin()) || join()
}

/**
 * Takes a place among the allowed attempts. Waits while running attempts hold all places, as each attempt that succeeds
 * gives its place back.
 */
async function takeInTurn(limit: Limit): Promise<void> {
  const since = performance.now()
  while (!(await take(limit))) {
    const span = await spanOf(limit)
    if (isFull(limit, span) || performance.now() - since > PATIENCE_MS) throw tooMany(span?.until)
    await pause(50)
  }
}

async function giveBack({ subject }: Limit): Promise<void> {
  await tryWrite(() =>
    Spans.update({ subject })
      .subtract({ taken: 1 })
      .where(({ taken }, { gt }) => gt(taken, 0))
      .go(),
  )
}

/** Counts a failure. The last allowed failure starts the span anew, so calls are refused for its full length. */
async function fail(limit: Limit): Promise<void> {
  const { subject } = limit
  await Spans.update({ subject }).add({ failed: 1 }).go()
  await tryWrite(() =>
    Spans.update({ subject })
      .set(spanEnd(limit))
      .where(({ failed }, { gte }) => gte(failed, limit.hits))
      .go(),
  )
}
