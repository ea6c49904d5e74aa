import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import { epochOf, now } from '../../shared/time.ts'
import { accepted, Entity, model, primary, store, ttl } from './table.ts'

/**
 * How often something happened in a span of time, which begins with the first of them.
 *
 * | Read     | Index   | Key     |
 * | one span | primary | subject |
 */
const Spans = new Entity(
  {
    model: model('span'),
    attributes: {
      subject: { type: 'string', required: true },
      /** Places taken: hits, or attempts that failed or still run. */
      taken: { type: 'number', required: true },
      failed: { type: 'number', required: true },
      until: { type: 'number', required: true },
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: primary('span#${subject}', 'span'),
    },
  },
  store,
)

export interface Limit {
  /** What is limited, such as `login#192.0.2.1`. */
  readonly subject: string
  readonly hits: number
  readonly seconds: number
  /** What the refusal says, in Dutch, where 'pogingen' is not the word. */
  readonly refusal?: string
}

/** How long an attempt waits for others to end before it counts as one too many. */
const PATIENCE_MS = 4_000

/** Throws 429 with Retry-After when failures have used the places of the span up; takes none. */
export async function refuseWhenFull(limit: Limit): Promise<void> {
  const span = await spanOf(limit)
  if (isFull(limit, span)) throw tooMany(span?.until)
}

/** Counts one hit; throws 429 with Retry-After when it is one too many. */
export async function hit(limit: Limit): Promise<void> {
  if (!(await take(limit))) throw tooMany((await spanOf(limit))?.until, limit.refusal)
}

/** Throws 429 with Retry-After when the places of a span are spent, which `spend` takes; takes none itself. */
export async function refuseWhenSpent(limit: Limit): Promise<void> {
  const span = await spanOf(limit)
  if (span && span.taken >= limit.hits && span.until > at()) throw tooMany(span.until, limit.refusal)
}

/** Counts what was done, where only what succeeds counts. */
export async function spend(limit: Limit): Promise<void> {
  await take(limit)
}

/**
 * Does work of which only so many may fail in a span, also all at once: each takes a place before it starts and gives
 * it back unless it failed. Throws 429 with Retry-After when the failures have used the places up.
 */
export async function attempt<T>(
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
const spanEnd = ({ seconds }: Limit) => ({ until: at() + seconds * 1000, expires: ttl(at() + seconds * 1000) })

const tooMany = (until = at(), refusal = 'Te veel pogingen. Probeer het later opnieuw.') =>
  new AppError('tooMany', refusal, {
    retryAfter: Math.max(1, Math.ceil((until - at()) / 1000)),
  })

const spanOf = async ({ subject }: Limit) => (await Spans.get({ subject }).go({ consistent: true })).data

const isFull = ({ hits }: Limit, span: Awaited<ReturnType<typeof spanOf>>) =>
  span !== null && span.failed >= hits && span.until > at()

/** Takes a place in the span that runs, or the first of a new one; false when there is none. */
async function take(limit: Limit): Promise<boolean> {
  const { subject } = limit
  const join = () =>
    accepted(() =>
      Spans.update({ subject })
        .add({ taken: 1 })
        .where(({ taken, until }, { gt, lt }) => `${gt(until, at())} AND ${lt(taken, limit.hits)}`)
        .go(),
    )
  const begin = () =>
    accepted(() =>
      Spans.put({ subject, taken: 1, failed: 0, ...spanEnd(limit) })
        .where(({ until }, { notExists, lte }) => `${notExists(until)} OR ${lte(until, at())}`)
        .go(),
    )
  // Joined once more at the end: somebody else may have begun the span in between.
  return (await join()) || (await begin()) || join()
}

/** Places that are taken but did not fail come free again: those who will do well wait, they are not refused. */
async function takeInTurn(limit: Limit): Promise<void> {
  const since = performance.now()
  while (!(await take(limit))) {
    const span = await spanOf(limit)
    if (isFull(limit, span) || performance.now() - since > PATIENCE_MS) throw tooMany(span?.until)
    await pause(50)
  }
}

async function giveBack({ subject }: Limit): Promise<void> {
  await accepted(() =>
    Spans.update({ subject })
      .subtract({ taken: 1 })
      .where(({ taken }, { gt }) => gt(taken, 0))
      .go(),
  )
}

/** The last failure that is allowed starts the wait, however long ago the first one was. */
async function fail(limit: Limit): Promise<void> {
  const { subject } = limit
  await Spans.update({ subject }).add({ failed: 1 }).go()
  await accepted(() =>
    Spans.update({ subject })
      .set(spanEnd(limit))
      .where(({ failed }, { gte }) => gte(failed, limit.hits))
      .go(),
  )
}
