import { type Action, type access, can, type Owned, reach } from '../../shared/access.ts'
import { forbidden } from '../../shared/errors.ts'
import { withoutIbansWithin } from '../platform/account-numbers.ts'
import type { Caller } from '../platform/actor.ts'
import { isApiKey } from '../platform/api-key.ts'
import { DEFAULT_LIMIT, encodeCursor, type Page, type Paging } from '../platform/page.ts'
import { hit } from '../platform/rate-limit.ts'
import type { Source } from './source.ts'

/** Rows that may be read for one page; a call counts as so many at least. */
const MAX_READ = 2_000
const CALL = 80

/** Rows that a call may read without being counted: what a page shows, or a filter finds among few. */
const MOST_UNCOUNTED = 500

/** How often one person may ask in a minute for what takes more reading than that, in all lists together. */
const limitOf = ({ id }: Caller) => ({
  subject: `reading#${id}`,
  ...{ hits: 120, seconds: 60 },
  refusal: 'Je hebt kort na elkaar veel lijsten doorzocht. Probeer het over een minuut opnieuw.',
})

/** Rows read at a time once a filter has let only some through. */
const FILTERED_BATCH = 500

type ScopeOf<A extends Action> = Exclude<(typeof access)[A][0 | 1 | 2 | 3], '-'>

/** A team's reach without a team is one's own, so a list for teams must say what that is. */
type Needed<A extends Action> = ScopeOf<A> | ('team' extends ScopeOf<A> ? 'own' : never)

interface Scopes<Row> {
  readonly all: () => Source<Row> | Promise<Source<Row>>
  readonly team: (teamId: number) => Source<Row> | Promise<Source<Row>>
  readonly own: (userId: string) => Source<Row> | Promise<Source<Row>>
}

/**
 * Where a list is read from in each reach that the access table gives an action, and whose its rows are, unless
 * everybody who may ask sees all.
 */
export type Reachable<A extends Action, Row> = Partial<Scopes<Row>> &
  Pick<Scopes<Row>, Needed<A>> &
  ([Needed<A>] extends ['all'] ? { readonly ownedBy?: never } : { readonly ownedBy: (row: Row) => Owned })

/** What a list is besides. */
interface Listing<Row, View> {
  /** What a row must be to be shown, where no index answers that. */
  readonly matches?: ((row: Row) => boolean) | undefined
  /** Rows per page unless somebody asks for another number. */
  readonly perPage?: number
  /** Rows that may be read for one page, however many `matches` lets through. */
  readonly mostRead?: number
  readonly show: (rows: readonly Row[]) => readonly View[] | Promise<readonly View[]>
}

/**
 * A page of the records within the actor's reach, the only way to make one: 403 when the action is refused. The source of
 * the actor's reach is read until the page is full, and no row out of reach is on it, whatever was read. A page may be
 * short and still have a cursor, so that no request reads without bound (rulings 12). What takes much reading is counted:
 * 429 with Retry-After when one person asks for too much of it.
 */
export async function listWithin<A extends Action, Row extends object, View>(
  actor: Caller,
  action: A,
  { limit, cursor }: Paging,
  list: Reachable<A, Row> & Listing<Row, View>,
): Promise<Page<View>> {
  const { source, isWithin } = await sourceFor(actor, action, list)
  const count = limit ?? list.perPage ?? DEFAULT_LIMIT
  const isShown = (row: Row) => isWithin(row) && (list.matches?.(row) ?? true)
  const found: Row[] = []
  let position = source.begin(cursor)
  const counted = countedReading(actor)
  let isSparse = false
  for (let read = 0; ; ) {
    const batch = Math.max(count + 1 - found.length, list.matches && isSparse ? FILTERED_BATCH : 0)
    const { rows, next, parts } = await source.read(position, batch)
    for (const row of rows) {
      if (isShown(row)) found.push(row)
      else isSparse = true
    }
    read += Math.max(rows.length, parts * CALL)
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
 * An API key reads texts with the account numbers masked that somebody typed into them (rulings 62). People read them as
 * they are: they would save the mask over what they edit.
 */
function readableBy<View>(actor: Caller, views: readonly View[]): readonly View[] {
  if (!isApiKey(actor)) return views
  return views.map(withoutIbansWithin)
}

/** What may be read for one answer. */
interface Limits {
  /** Rows that match. */
  readonly rows: number
  /** Rows read, whether they match or not. */
  readonly read: number
}

export interface Bounds extends Limits {
  /** The error when there are more of these. */
  readonly tooMany: (what: 'rows' | 'read') => Error
}

/** All records within the actor's reach, in the order of their source; throws when they are more than the bounds allow. */
export async function allWithin<A extends Action, Row extends object>(
  actor: Caller,
  action: A,
  bounds: Bounds,
  list: Reachable<A, Row> & Pick<Listing<Row, never>, 'matches'>,
): Promise<Row[]> {
  const { rows, beyond } = await readWithin(actor, action, bounds, list)
  if (beyond) throw bounds.tooMany(beyond)
  return rows
}

/** The first of them, as many as the limits allow, and whether they are all. */
export async function someWithin<A extends Action, Row extends object>(
  actor: Caller,
  action: A,
  limits: Limits,
  list: Reachable<A, Row> & Pick<Listing<Row, never>, 'matches'>,
): Promise<{ rows: readonly Row[]; isWhole: boolean }> {
  const { rows, beyond } = await readWithin(actor, action, limits, list)
  return { rows: rows.slice(0, limits.rows), isWhole: beyond === null }
}

/** Rows until there are no more or one of the limits is passed, and which. */
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

/** Counts a call once, as soon as it goes on reading after much. */
function countedReading(actor: Caller) {
  let isCounted = false
  return async (read: number): Promise<void> => {
    if (isCounted || read < MOST_UNCOUNTED) return
    isCounted = true
    await hit(limitOf(actor))
  }
}

async function sourceFor<A extends Action, Row>(actor: Caller, action: A, list: Reachable<A, Row>) {
  const covered = reach(actor, action)
  const { all, team, own, ownedBy } = list as Partial<Scopes<Row>> & { ownedBy?: (row: Row) => Owned }
  const isWithin = (row: Row) => ownedBy === undefined || can(actor, action, ownedBy(row))
  if (covered?.scope === 'all' && all) return { source: await all(), isWithin }
  if (covered?.scope === 'team' && team) return { source: await team(covered.teamId), isWithin }
  if (covered?.scope === 'own' && own) return { source: await own(covered.userId), isWithin }
  throw forbidden()
}
