import { type Action, type access, can, type Owned, reachOf } from '../../shared/access.ts'
import { forbidden } from '../../shared/errors.ts'
import type { Caller } from '../platform/actor.ts'
import { withoutIbansWithin } from '../platform/data/account-numbers.ts'
import { countRequest } from '../platform/data/rate-limit.ts'
import { DEFAULT_LIMIT, encodeCursor, type Page, type Paging } from '../platform/http/page.ts'
import { isApiKey } from '../platform/identity/api-key.ts'
import type { Source } from './source.ts'

/** Maximum number of rows read for one page. */
const MAX_READ = 2_000
/** Minimum number of rows that each call to the table adds to the rows read: this limits the calls for a page too. */
const CALL = 80

/** Number of rows from which a request counts against the limit per minute. A page or a narrow filter reads fewer. */
const MOST_UNCOUNTED = 500

/**
 * Returns the limit on requests that read at least `MOST_UNCOUNTED` rows, per person and minute, for all lists
 * together.
 */
const limitOf = ({ id }: Caller) => ({
  subject: `reading#${id}`,
  ...{ hits: 120, seconds: 60 },
  refusal: 'Je hebt kort na elkaar veel lijsten doorzocht. Probeer het over een minuut opnieuw.',
})

/** Number of rows read at a time once a filter has rejected rows. */
const FILTERED_BATCH = 500

type ScopeOf<A extends Action> = Exclude<(typeof access)[A][0 | 1 | 2 | 3], '-'>

/**
 * Reaches that a list must define. An actor who reaches a team but has no team reads only their own rows. So a list
 * with the reach `team` must also define `own`.
 */
type Needed<A extends Action> = ScopeOf<A> | ('team' extends ScopeOf<A> ? 'own' : never)

interface Scopes<Row> {
  readonly all: () => Source<Row> | Promise<Source<Row>>
  readonly team: (teamId: number) => Source<Row> | Promise<Source<Row>>
  readonly own: (userId: string) => Source<Row> | Promise<Source<Row>>
}

/**
 * Sources of a list, one for each reach that the action can have: all, team or own. `ownersOf` returns the owners of a
 * row; it is left out when the only reach is all.
 */
export type Reachable<A extends Action, Row> = Partial<Scopes<Row>> &
  Pick<Scopes<Row>, Needed<A>> &
  ([Needed<A>] extends ['all'] ? { readonly ownersOf?: never } : { readonly ownersOf: (row: Row) => Owned })

/** Options of a list besides its rows: which ones to show, how many and in what form. */
interface Listing<Row, View> {
  /** Tells whether a row is shown, for filters that no index answers. */
  readonly matches?: ((row: Row) => boolean) | undefined
  /** Rows per page by default. */
  readonly perPage?: number
  /** Maximum number of rows read for one page, however few `matches` accepts. */
  readonly mostRead?: number
  readonly show: (rows: readonly Row[]) => readonly View[] | Promise<readonly View[]>
}

/**
 * Returns a page of the records within the actor's reach; a short page may still have a cursor (rulings 12). Throws 400
 * for a cursor of another list, 403 when the action is refused. Throws 429 after 120 requests in a minute that each
 * read at least `MOST_UNCOUNTED` rows.
 */
export async function listWithin<A extends Action, Row extends object, View>(
  actor: Caller,
  action: A,
  { limit, cursor }: Paging,
  list: Reachable<A, Row> & Listing<Row, View>,
): Promise<Page<View>> {
  // Reads until the page is full or the limit of reading is met, so that no request reads without bound.
  const { source, isWithin } = await sourceFor(actor, action, list)
  const count = limit ?? list.perPage ?? DEFAULT_LIMIT
  const isShown = (row: Row) => isWithin(row) && (list.matches?.(row) ?? true)
  const found: Row[] = []
  let position = source.begin(cursor)
  const counted = countedReading(actor)
  let isSparse = false
  for (let read = 0; ; ) {
    const batch = Math.max(count + 1 - found.length, list.matches && isSparse ? FILTERED_BATCH : 0)
    const { rows, next, parts, looked = rows.length } = await source.read(position, batch)
    for (const row of rows) {
      if (isShown(row)) found.push(row)
      else isSparse = true
    }
    read += Math.max(looked, parts * CALL)
    position = next
    if (found.length > count || position === null || read >= (list.mostRead ?? MAX_READ)) break
    await counted(read)
  }
  const rows = found.slice(0, count)
  const cursorAfter = (index: number) => encodeCursor(source.positionOf(rows[index] as Row))
  const next = found.length > count ? cursorAfter(count - 1) : position && encodeCursor(position)
  return {
    items: readableBy(actor, await list.show(rows)),
    ...(next ? { cursor: next } : {}),
    cursorAfter,
  } as unknown as Page<View>
}

/**
 * Masks account numbers in texts for an API key (rulings 62). People read the texts as typed, as they would otherwise
 * save the mask when they edit a text.
 */
function readableBy<View>(actor: Caller, views: readonly View[]): readonly View[] {
  if (!isApiKey(actor)) return views
  return views.map(withoutIbansWithin)
}

/** Limits of reading for one answer. */
interface Limits {
  /** Maximum number of matching rows. */
  readonly rows: number
  /** Maximum number of rows read, matching or not. */
  readonly read: number
}

/** Limits of reading, and the error to throw when a limit is exceeded. */
export interface Bounds extends Limits {
  /** Returns the error for a list that exceeds the limit of matching rows or of rows read. */
  readonly tooMany: (what: 'rows' | 'read') => Error
}

/**
 * Reads all records within the actor's reach that `list.matches` accepts. The source in `list` for that reach defines
 * their order. Throws the error of `bounds.tooMany` above a limit; `readFirstWithin` returns the first records instead.
 * Throws 403 and 429 as `listWithin` does.
 */
export async function readAllWithin<A extends Action, Row extends object>(
  actor: Caller,
  action: A,
  bounds: Bounds,
  list: Reachable<A, Row> & Pick<Listing<Row, never>, 'matches'>,
): Promise<Row[]> {
  const { rows, beyond } = await readWithin(actor, action, bounds, list)
  if (beyond) throw bounds.tooMany(beyond)
  return rows
}

/**
 * Reads the first records within the actor's reach that `list.matches` accepts, as many as the limits allow.
 * `isComplete` tells whether these are all. Throws 403 and 429 as `listWithin` does.
 */
export async function readFirstWithin<A extends Action, Row extends object>(
  actor: Caller,
  action: A,
  limits: Limits,
  list: Reachable<A, Row> & Pick<Listing<Row, never>, 'matches'>,
): Promise<{ rows: readonly Row[]; isComplete: boolean }> {
  const { rows, beyond } = await readWithin(actor, action, limits, list)
  return { rows: rows.slice(0, limits.rows), isComplete: beyond === null }
}

/** Reads rows until there are no more or a limit is exceeded; returns also the exceeded limit. */
async function readWithin<A extends Action, Row extends object>(
  actor: Caller,
  action: A,
  limits: Limits,
  list: Reachable<A, Row> & Pick<Listing<Row, never>, 'matches'>,
): Promise<{ rows: Row[]; beyond: keyof Limits | null }> {
  const { source, isWithin } = await sourceFor(actor, action, list)
  const found: Row[] = []
  let read = 0
  const counted = countedReading(actor)
  for (let position = source.begin(undefined), more = true; more; ) {
    const { rows, next, looked = rows.length } = await source.read(position, FILTERED_BATCH)
    for (const row of rows) if (isWithin(row) && (list.matches?.(row) ?? true)) found.push(row)
    read += looked
    if (found.length > limits.rows) return { rows: found, beyond: 'rows' }
    if (read > limits.read) return { rows: found, beyond: 'read' }
    position = next
    more = next !== null
    if (more) await counted(read)
  }
  return { rows: found, beyond: null }
}

/** Returns a function that counts a request against the limit once, as soon as it has read `MOST_UNCOUNTED` rows. */
function countedReading(actor: Caller) {
  let isCounted = false
  return async (read: number): Promise<void> => {
    if (isCounted || read < MOST_UNCOUNTED) return
    isCounted = true
    await countRequest(limitOf(actor))
  }
}

/**
 * Returns the source for the actor's reach, and a predicate for rows within it. Throws 403 when the action is refused.
 */
async function sourceFor<A extends Action, Row>(actor: Caller, action: A, list: Reachable<A, Row>) {
  const covered = reachOf(actor, action)
  const { all, team, own, ownersOf } = list as Partial<Scopes<Row>> & { ownersOf?: (row: Row) => Owned }
  const isWithin = (row: Row) => ownersOf === undefined || can(actor, action, ownersOf(row))
  if (covered?.scope === 'all' && all) return { source: await all(), isWithin }
  if (covered?.scope === 'team' && team) return { source: await team(covered.teamId), isWithin }
  if (covered?.scope === 'own' && own) return { source: await own(covered.userId), isWithin }
  throw forbidden()
}
