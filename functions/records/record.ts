import { randomUUID } from 'node:crypto'
import { type Action, can, type Owned } from '../../shared/access.ts'
import { AppError, editConflict, notFound } from '../../shared/errors.ts'
import { type Instant, now } from '../../shared/time.ts'
import { authorise, type Caller, type Permit } from '../platform/actor.ts'
import { type Change, type Committed, commitAll, commitNothing, type GuardedWrite } from '../platform/data/commit.ts'
import { type Contribution, counterWrites, type Move, movesOf } from '../platform/data/counters.ts'
import type { Notice } from '../platform/data/notifications.ts'
import type { OutboxItem } from '../platform/data/outbox.ts'
import type { Operation } from '../platform/data/table.ts'

/**
 * Fields of every record. Each change writes the whole row, provided that the stored `version` is still the one that
 * was read.
 */
export interface Versioned {
  readonly id: string | number
  readonly version: number
  readonly updatedAt?: string
}

/** A kind of record, as its domain defines it. */
export interface RecordKind<Row extends Versioned> {
  /** Name of the kind in the audit, also in its actions: `<type>.update`. */
  readonly type: string
  readonly entity: Store<Row>
  /** Name of a record in a Dutch sentence: 'deze afspraak'. */
  readonly called: string
  readonly ownersOf: (row: Row) => Owned
  /** Actions of the access table. A record that an actor may not `read` gives a 404 for the other actions too. */
  readonly actions: { readonly read: Action; readonly create: Action; readonly edit: Action; readonly remove: Action }
  /**
   * Attributes that the system writes without a new version, such as copies of names. Writing them causes no edit
   * conflict.
   */
  readonly marks?: readonly (keyof Row & string)[]
  /** Attributes computed from others; the audit leaves them out. */
  readonly derived?: readonly (keyof Row & string)[]
  /** Returns a changed row with the attributes that its indexes need. */
  readonly keyed?: (row: Row) => Row
  /** Returns a row's contributions to counters. */
  readonly contributions?: (row: Row) => readonly Contribution[]
  /**
   * Returns counter moves of a change besides those of `contributions`. `before` is null for a new row, `after` for a
   * deleted one.
   */
  readonly moves?: (before: Row | null, after: Row | null) => readonly Move[]
  /**
   * Returns the writes of extra lookup rows, for each save. `before` is null for a new row, `after` for a deleted one.
   */
  readonly alongside?: (before: Row | null, after: Row | null) => readonly (Operation | GuardedWrite)[]
  /** Returns the outbox items of a change. `before` is null for a new record, `after` for a deleted one. */
  readonly follows?: (before: Row | null, after: Row | null) => readonly OutboxItem[]
  /**
   * Returns the people to notify of a change; a change with its own `notify` replaces them. `before` is null for a new
   * record, `after` for a deleted one.
   */
  readonly notifies?: (before: Row | null, after: Row | null) => readonly Notice[]
  /** Tells whether a row is hidden from an action although it is within reach. */
  readonly isHidden?: (actor: Caller, action: Action, row: Row) => boolean
  /** Row that applies, under version 0, until one is stored; for settings. */
  readonly byDefault?: Row
}

/** Other parts of a change's transaction. */
export interface More {
  /** Verb for the audit, other than create, update or delete. */
  readonly verb?: string
  /** Moment of the change, given when other parts of the transaction store the same moment. */
  readonly at?: Instant
  /**
   * Further conditions, checked before the condition that version and marks of the row are unchanged. When several
   * conditions fail, the error of the first is thrown.
   */
  readonly conditions?: readonly GuardedWrite[]
  readonly write?: readonly (Operation | GuardedWrite)[]
  /** Counter moves of the rows in `write`. */
  readonly count?: readonly Move[]
  readonly outbox?: readonly OutboxItem[]
  /** People to notify of the change, in place of those from `notifies` of the kind of record. */
  readonly notify?: readonly Notice[]
  /** Changes of other records, each with its own audit row. */
  readonly also?: readonly Change[]
}

/** A change for `edit`: the new row, whose version and `updatedAt` are set here, and the rest of its transaction. */
export interface Edit<Row> extends More {
  readonly after: Row
}

/**
 * Returns `ownersOf` and `actions` of a kind of record without owners, for which one action allows everything; `read`
 * is another action that allows reading.
 */
export const manageWith = (action: Action, read = action) => ({
  ownersOf: (): Owned => ({}),
  actions: { read, create: action, edit: action, remove: action },
})

/** Maximum number of attempts at a change while only `marks` (attributes without a new version) change meanwhile. */
const TRIES = 3

/** Returns the fields of a new record: a random id, version 1, and `at` as the moment of creation and last change. */
export const newRecordFields = (at: Instant = now()) => ({
  id: randomUUID() as string,
  version: 1,
  createdAt: at,
  updatedAt: at,
})

/**
 * Returns the functions that find, create, change and remove records of a kind; each change is one transaction with
 * audit. A record out of reach is a 404, a lost update a 409.
 */
export function records<Row extends Versioned>(kind: RecordKind<Row>) {
  const { entity, actions } = kind
  const lost = () => editConflict(kind.called)

  /**
   * Finds one record, strongly consistent. Throws 404 when it does not exist. For callers that authorise in another
   * way.
   */
  async function find(id: Row['id']): Promise<Row> {
    const { data } = await entity.get({ id }).go({ consistent: true })
    const row = (data as Row | null) ?? kind.byDefault
    if (!row) throw notFound()
    return row
  }

  /**
   * Finds a record that the actor can read and may apply this action to. Throws 403 when the action is refused
   * altogether, else 404.
   */
  async function within(actor: Caller, id: Row['id'], action: Action = actions.read) {
    authorise(actor, action)
    const row = await find(id)
    const owned = kind.ownersOf(row)
    const permit = authorise(actor, action, owned)
    if (!can(actor, actions.read, owned) || kind.isHidden?.(actor, action, row)) throw notFound()
    return { row, permit }
  }

  const { despiteMarks, commitWithRetries } = retriesOf(kind, find, within)

  /** Returns the changes that store a new row, for a transaction of another record or of the system. */
  const created = (row: Row, more: More = {}) =>
    changesOf(kind, [null, row], { write: entity.create(row), onFailure: lost }, more)

  /** Returns the changes that replace a row, with the next version. */
  function changed(before: Row, after: Row, more: More = {}): { row: Row; changes: Change[] } {
    const moment = 'updatedAt' in before ? { updatedAt: more.at ?? now() } : {}
    const row: Row = { ...(kind.keyed?.(after) ?? after), version: before.version + 1, ...moment }
    return { row, changes: changesOf(kind, [before, row], guardVersion(kind, before, entity.put(row)), more) }
  }

  /** Returns the writes that set marks of a row and move its counters. They fail with 409 when the row has changed. */
  function marking(before: Row, marks: Partial<Row>): GuardedWrite[] {
    const after = { ...before, ...marks }
    const moves = counterWrites(movesOf(countedOf(kind, before), countedOf(kind, after)))
    return [guardVersion(kind, before, entity.put(after)), ...moves.map((write) => ({ write, onFailure: lost }))]
  }

  /** Returns the changes that delete a row. */
  const removed = (before: Row, more: More = {}) =>
    changesOf(kind, [before, null], guardVersion(kind, before, entity.delete({ id: before.id })), more)

  /**
   * Creates a record and returns `show(row)`. Throws 403 when the actor may create none, 404 when the new record would
   * be out of reach, 409 when its id exists.
   */
  async function create<T>(actor: Caller, row: Row, show: (row: Row) => T, more: More = {}) {
    const permit = authorise(actor, actions.create, kind.ownersOf(row))
    return commitAll(permit, created(row, more), await show(row))
  }

  /**
   * Changes a record within reach, under `If-Match` when it was sent, and returns `show` of the new row. `make` returns
   * the change, or null for none. `target` names another action than the one that edits. A PATCH without known fields
   * changes nothing. Throws 409 when somebody else changed the record meanwhile; tries again when only `marks` were
   * written (attributes that keep the version).
   */
  function edit<T>(
    actor: Caller,
    target: Row['id'] | { readonly id: Row['id']; readonly action: Action | undefined },
    show: (row: Row) => T,
    make: (before: Row, permit: Permit) => Edit<Row> | null | Promise<Edit<Row> | null>,
  ): Promise<Committed<Awaited<T>>> {
    const { id, action = actions.edit } = typeof target === 'object' ? target : { id: target }
    return commitWithRetries(actor, id, action, async (before, permit) => {
      const made = await make(before, permit)
      if (!made || actor.origin.takesNothing) return { changes: [], result: await show(before) }
      const { row, changes } = changed(before, made.after, made)
      return { changes, result: await show(row) }
    })
  }

  /**
   * Removes a record within reach, under `If-Match` when it was sent; `make` returns the other parts of the
   * transaction. Throws 409 when somebody else changed the record meanwhile; tries again when only its `marks` changed.
   */
  const remove = (
    actor: Caller,
    id: Row['id'],
    make: (before: Row, permit: Permit) => More | Promise<More> = () => ({}),
  ) =>
    commitWithRetries(actor, id, actions.remove, async (before, permit) => ({
      changes: removed(before, await make(before, permit)),
      result: undefined,
    }))

  const { type } = kind
  return { type, lost, find, within, created, changed, marking, removed, create, edit, remove, despiteMarks }
}

/** Returns the write that replaces a row as it was read. It fails with 409 when the version or a mark has changed. */
function guardVersion<Row extends Versioned>(kind: RecordKind<Row>, before: Row, write: Conditional): GuardedWrite {
  const compared = ['version' as const, ...(kind.marks ?? [])]
  const condition = write.where((stored, { eq, notExists }) =>
    compared
      .map((name) => {
        const isAbsent = before[name] === undefined || (name === 'version' && before.version === 0)
        return isAbsent ? notExists(stored[name] as never) : eq(stored[name] as never, before[name] as never)
      })
      .join(' AND '),
  )
  return { write: condition, onFailure: () => editConflict(kind.called) }
}

const countedOf = <Row extends Versioned>({ contributions }: RecordKind<Row>, row: Row | null) =>
  row && contributions ? contributions(row) : []

/** Returns a row for the audit, without attributes computed from others. */
const auditedOf = <Row extends Versioned>({ derived }: RecordKind<Row>, row: Row | null) =>
  row && Object.fromEntries(Object.entries(row).filter(([name]) => !derived?.some((one) => one === name)))

/** Returns the changes that replace a row, create it (`before` is null) or delete it (`after` is null). */
function changesOf<Row extends Versioned>(
  kind: RecordKind<Row>,
  [before, after]: readonly [Row | null, Row | null],
  own: Operation | GuardedWrite,
  more: More,
): Change[] {
  const verb = more.verb ?? (before ? (after ? 'update' : 'delete') : 'create')
  const change: Change = {
    action: `${kind.type}.${verb}`,
    entity: { type: kind.type, id: String((after ?? before)?.id) },
    before: auditedOf(kind, before),
    after: auditedOf(kind, after),
    write: [...(more.conditions ?? []), own, ...(kind.alongside?.(before, after) ?? []), ...(more.write ?? [])],
    count: [
      ...movesOf(countedOf(kind, before), countedOf(kind, after)),
      ...(kind.moves?.(before, after) ?? []),
      ...(more.count ?? []),
    ],
    outbox: [...(more.outbox ?? []), ...(kind.follows?.(before, after) ?? [])],
    notify: more.notify ?? kind.notifies?.(before, after) ?? [],
  }
  return [change, ...(more.also ?? [])]
}

/** Returns the functions that make a change again with the new row when only `marks` were written meanwhile. */
function retriesOf<Row extends Versioned>(
  kind: RecordKind<Row>,
  find: (id: Row['id']) => Promise<Row>,
  within: (actor: Caller, id: Row['id'], action: Action) => Promise<{ row: Row; permit: Permit }>,
) {
  const lost = () => editConflict(kind.called)

  /**
   * Makes a change that also writes this record. Tries again with the new row when only `marks` were written meanwhile
   * (attributes that keep the version).
   */
  async function despiteMarks<T>(row: Row, change: (row: Row) => Promise<T>): Promise<T> {
    for (let before = row, attempt = 1; ; attempt++) {
      try {
        return await change(before)
      } catch (error) {
        before = await rowAfterMark(error, row, attempt)
      }
    }
  }

  /** Reads a record again after a conflict with a write of `marks`. Throws when the change must not be repeated. */
  async function rowAfterMark(error: unknown, row: Row, attempt: number): Promise<Row> {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error
    const after = await find(row.id)
    if (after.version !== row.version) throw lost()
    if (!kind.marks || attempt === TRIES) throw error
    return after
  }

  async function commitWithRetries<T>(
    actor: Caller,
    id: Row['id'],
    action: Action,
    plan: (before: Row, permit: Permit) => Promise<{ changes: Change[]; result: T }>,
  ): Promise<Committed<T>> {
    for (let attempt = 1; ; attempt++) {
      const { row, permit } = await within(actor, id, action)
      const { expectedVersion } = actor.origin
      if (expectedVersion !== undefined && expectedVersion !== row.version) throw lost()
      const { changes, result } = await plan(row, permit)
      if (changes.length === 0) return commitNothing(permit, result)
      try {
        return await commitAll(permit, changes, result)
      } catch (error) {
        await rowAfterMark(error, row, attempt)
      }
    }
  }

  return { despiteMarks, commitWithRetries }
}

/** The part of an ElectroDB entity that a record uses; its own types are too complex to name here. */
interface Store<Row extends Versioned> {
  get(key: { id: Row['id'] }): { go(options: { consistent: true }): Promise<{ data: object | null }> }
  create(row: Row): Operation
  put(row: Row): Conditional
  delete(key: { id: Row['id'] }): Conditional
}

interface Conditional extends Operation {
  where(condition: (stored: Readonly<Record<string, unknown>>, compare: Comparisons) => string): Operation
}

interface Comparisons {
  eq(attribute: never, value: never): string
  notExists(attribute: never): string
}
