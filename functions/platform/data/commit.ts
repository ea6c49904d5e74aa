import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { AppError, staleConflict } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { NO_REQUEST, type Permit } from '../actor.ts'
import { type AuditEntry, auditRow } from './audit.ts'
import { counterWrites, type Move } from './counters.ts'
import { idempotencyRow, ReplyExists } from './idempotency.ts'
import { type Notice, noticeWrites } from './notifications.ts'
import { type OutboxItem, outboxRow } from './outbox.ts'
import { documents, type Operation } from './table.ts'

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** A write with a condition that a concurrent change can break; `onFailure` makes the error for that case. */
export interface GuardedWrite {
  readonly write: Operation
  readonly onFailure: () => Error | Promise<Error>
  /** Set by `condition`: only the condition is checked, nothing is written. */
  readonly checkOnly?: true
  /**
   * Asked just before the transaction, once for all writes with the same key; throws where they may not be made. For
   * what no condition can guard, as all transactions would share its row.
   */
  readonly before?: { readonly key: string; readonly ask: () => Promise<unknown> }
}

/**
 * Returns a condition on a record that the transaction does not write, with the error for when it does not hold. `on`
 * is an ElectroDB `delete` that deletes nothing: only its key and condition are used. ElectroDB has no type for a
 * condition without a write.
 */
export const condition = (on: Operation, onFailure: () => Error): GuardedWrite => ({
  write: on,
  onFailure,
  checkOnly: true,
})

export interface Change extends AuditEntry {
  readonly write: readonly (Operation | GuardedWrite)[]
  /** Counter moves of this change. A transaction writes each counter once, so the moves of all changes are added up. */
  readonly count?: readonly Move[]
  /** Work that must follow: its outbox items are written with the change. */
  readonly outbox?: readonly OutboxItem[]
  /** Notifications for the people whom the change concerns, written with the change. */
  readonly notify?: readonly Notice[]
}

const committed = Symbol('committed')

/**
 * A result that went through `commit`. An endpoint that changes state does not compile unless it returns a `Committed`.
 */
export interface Committed<T> {
  readonly result: T
  readonly [committed]: true
}

const seal = <T>(result: T): Committed<T> => ({ result, [committed]: true })

/** Tells whether the outcome of an endpoint went through `commit`. */
export const isCommitted = (outcome: unknown): outcome is Committed<unknown> =>
  typeof outcome === 'object' && outcome !== null && committed in outcome

const MAX_ATTEMPTS = 12

/**
 * Commits a change in one transaction, or nothing: records, audit row, counters, notifications, idempotency row and
 * outbox items. Retries while the table is busy, and throws 503 after 12 attempts. Throws the error of a write's
 * `onFailure`, by default a 409, when its condition does not hold. Throws `ReplyExists` when the idempotency key was
 * used before.
 */
export function commit(permit: Permit, change: Change): Promise<Committed<undefined>>
export function commit<T>(permit: Permit, change: Change, result: T): Promise<Committed<T>>
export function commit(permit: Permit, change: Change, result?: unknown): Promise<Committed<unknown>> {
  return commitAll(permit, [change], result)
}

/**
 * Commits several changes in one transaction, each with its own audit row: all of them or none. Throws as `commit`
 * does.
 */
export function commitAll(permit: Permit, changes: readonly Change[]): Promise<Committed<undefined>>
export function commitAll<T>(permit: Permit, changes: readonly Change[], result: T): Promise<Committed<T>>
export async function commitAll(
  permit: Permit,
  changes: readonly Change[],
  result?: unknown,
): Promise<Committed<unknown>> {
  await transact(permit, changes, result)
  return seal(result)
}

/**
 * Tells whether a change was written; false when one of its conditions did not hold (`conflict`). Other errors are
 * thrown.
 */
export async function isWritten(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') return false
    throw error
  }
}

/** Returns a committed result for an authorised request that turned out to change nothing. */
export const commitNothing = <T>(_permit: Permit, result: T): Committed<T> => seal(result)

/** Maximum number of times that a change is planned while concurrent writes break it. */
const TRIES = 4

/**
 * Plans changes and commits them in one transaction. Plans again when a concurrent write makes the commit fail with a
 * 409; throws the 409 of the fourth attempt. Errors of `plan` are thrown at once.
 */
export async function planAndCommit<T>(
  permit: Permit,
  plan: () => Promise<{ readonly changes: readonly Change[]; readonly result: T }>,
) {
  for (let attempt = 1; ; attempt++) {
    const { changes, result } = await plan()
    if (changes.length === 0) return commitNothing(permit, result)
    try {
      return await commitAll(permit, changes, result)
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'conflict') || attempt === TRIES) throw error
    }
  }
}

/**
 * Writes changes with their audit rows and outbox items in one transaction. Throws the error of the first failed
 * condition.
 */
async function transact(permit: Permit, changes: readonly Change[], result: unknown): Promise<void> {
  const at = now()
  const { requestId } = permit.actor.origin
  const action = requestId === NO_REQUEST ? undefined : requestId
  const guarded: GuardedWrite[] = changes.flatMap((change, place) => [
    ...change.write.map((write) => ('onFailure' in write ? write : { write, onFailure: staleConflict })),
    ...[
      auditRow(permit, change, at, place),
      ...(change.outbox ?? []).map((item) => outboxRow(item, permit.actor.id, at, action)),
    ].map((write) => ({
      write,
      onFailure: staleConflict,
    })),
  ])
  const notices = changes.flatMap(({ notify = [] }) => notify)
  if (notices.length > 0) {
    for (const write of await noticeWrites(notices, { by: permit.actor.id, together: action, at }))
      guarded.push({ write, onFailure: staleConflict })
  }
  for (const write of counterWrites(changes.flatMap(({ count = [] }) => count))) {
    guarded.push({ write, onFailure: staleConflict })
  }
  const { idempotency } = permit.actor.origin
  if (idempotency) {
    const write = idempotencyRow(permit.actor.id, idempotency, changes[0]?.entity.id ?? '', result, at)
    guarded.push({ write, onFailure: () => new ReplyExists(idempotency) })
  }
  await write(guarded)
}

/**
 * Writes rows that are derived from records and have no audit row of their own, in one transaction: all of them or
 * none.
 */
export const writeDerivedRows = (writes: readonly GuardedWrite[]): Promise<void> => write(writes)

async function write(guarded: readonly GuardedWrite[]): Promise<void> {
  const checks = new Map(guarded.map(({ before }) => [before?.key, before]))
  await Promise.all([...checks.values()].map((check) => check?.ask()))
  const items = guarded.map(transactItem)
  for (let attempt = 1; ; attempt++) {
    try {
      await documents.send(new TransactWriteCommand({ TransactItems: items }))
      return
    } catch (error) {
      const reasons = cancellationReasons(error)
      if (!reasons) throw error
      const refused = reasons.indexOf('ConditionalCheckFailed')
      if (refused >= 0) throw (await guarded[refused]?.onFailure()) ?? error
      const busy = reasons.includes('TransactionConflict') || reasons.includes('ThrottlingError')
      if (!busy) throw error
      if (attempt === MAX_ATTEMPTS) {
        throw new AppError('unavailable', 'Het is even te druk. Probeer het opnieuw.', { retryAfter: 1, cause: error })
      }
      await pause(randomInt(10, 25 * 2 ** Math.min(attempt, 5)))
    }
  }
}

function transactItem({ write, checkOnly }: GuardedWrite): TransactItem {
  const { ReturnValues: _, ...rest } = write.params() as { ReturnValues?: unknown }
  if (checkOnly) return { ConditionCheck: rest } as TransactItem
  if ('Item' in rest) return { Put: rest } as TransactItem
  if ('UpdateExpression' in rest) return { Update: rest } as TransactItem
  return { Delete: rest } as TransactItem
}

function cancellationReasons(error: unknown): string[] | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'TransactionInProgressException' || error.name === 'TransactionConflictException') {
    return ['TransactionConflict']
  }
  if (error.name !== 'TransactionCanceledException') return null
  const { CancellationReasons: reasons = [] } = error as { CancellationReasons?: { Code?: string }[] }
  return reasons.map((reason) => reason.Code ?? 'None')
}
