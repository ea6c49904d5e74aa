import { randomUUID } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { Instant } from '../../../shared/time.ts'
import { runForAction } from '../request.ts'
import { defineEntity, gsi1, gsi2, must, primary, text } from './table.ts'

/**
 * Kinds of outbox work: those of `work` of each `domain.ts` (`infra/domains.ts`). `events/outbox.ts` must name a worker
 * for each, or it does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: infra/domains.ts fills it
export interface OutboxKinds {}
export type OutboxKind = keyof OutboxKinds

/** Kinds of work that may wait, to which domains add theirs (`declare module`); `events/later.ts` does them. */
// biome-ignore lint/suspicious/noEmptyInterface: domains fill it
export interface WaitingKinds {}
export type WaitingKind = keyof WaitingKinds

/** Workers of a domain, by kind of item; each may run several times for one item. */
export type Workers = Partial<Readonly<Record<OutboxKind, (item: OutboxRow) => Promise<void>>>>

interface RequestedWork {
  /** Id of the record that the work is about. */
  readonly subject: string
  /** Fixed id where the same work must not be requested twice; otherwise a random one. */
  readonly id?: string
  /**
   * Sequence number of the record when the work was requested. Once the record has a higher one, the work is
   * unnecessary.
   */
  readonly sequence?: number
  /**
   * Data that the work needs when the record may be gone by then; never a secret. The data of a mail is removed when
   * its result is known.
   */
  readonly facts?: object
  /** Mails of one kind and group that wait go as one. */
  readonly group?: string
  /** Set for work that its requester does itself, one item after another; no event starts it. */
  readonly lane?: 'own'
}

/** Work that may start only at `notBefore`, because the change that requested it may still be undone. */
export type WaitingItem = RequestedWork & { readonly kind: WaitingKind; readonly notBefore?: Instant }

/** Work that follows a change; its kind decides which service does it. */
export type OutboxItem = (RequestedWork & { readonly kind: OutboxKind; readonly notBefore?: never }) | WaitingItem

/** Group of an item that has none; the index of groups leaves it out. */
export const ALONE = 'alone'

/**
 * Work that must follow a write, stored as an item in the same transaction. The stream of the table reports the new
 * item and so starts the function that does the work. For a mail, the state `sending` is stored before the mail
 * provider is called. When the function crashes after that, the state becomes `unknown` and no second mail is sent.
 *
 * | Read                       | Index   | Key         |
 * | one item                   | primary | id          |
 * | work about one record      | gsi1    | subject · createdAt |
 * | a group of mails           | gsi2    | group · createdAt, id (sparse) |
 */
export const Outbox = defineEntity('outbox', {
  attributes: {
    id: must,
    kind: must,
    subject: must,
    state: { type: ['waiting', 'sending', 'sent', 'skipped', 'held', 'failed', 'unknown'] as const, required: true },
    /** Id of the actor whose change requested the work. */
    by: text,
    /** Id of the action of that change; the work is shown beneath it in the audit log. Absent for a schedule. */
    action: text,
    notBefore: text,
    /**
     * Lane of the item, which decides the function that does its work. Items that wait have another lane, so that
     * they delay no urgent work.
     */
    lane: { type: ['now', 'later', 'own'] as const, required: true, default: 'now' },
    /** Number of attempts so far. */
    attempts: { type: 'number' },
    claimedAt: text,
    /** Moment at which the result became known. */
    settledAt: text,
    error: text,
    sequence: { type: 'number' },
    facts: { type: 'any' },
    /** Group of a mail that may go together with others; the items of a group are of one kind. */
    group: { type: 'string', required: true, default: ALONE },
    /** Ids of the mails of its group that go in this one; absent until it is claimed. */
    includes: { type: 'list', items: { type: 'string' } },
    /** Id of the mail in which this one goes, and with which it ends. */
    sentIn: text,
    createdAt: must,
  },
  indexes: {
    primary: primary('outbox#${id}', 'outbox'),
    bySubject: gsi1('outbox#${subject}', '${createdAt}'),
    byGroup: gsi2('outbox#group#${group}', '${createdAt}#${id}', ({ group }) => group !== ALONE),
  },
})
export type OutboxRow = EntityItem<typeof Outbox>

/**
 * Returns the write of an outbox item, for the transaction of the change that `by` makes as part of an action. It fails
 * when an item with that id exists.
 */
export const outboxRow = (item: OutboxItem, by: string, at: Instant, action?: string) =>
  Outbox.create({
    ...item,
    id: item.id ?? randomUUID(),
    by,
    action,
    lane: item.lane ?? (item.notBefore ? 'later' : 'now'),
    state: 'waiting',
    createdAt: at,
  })

type Work = (item: OutboxRow) => Promise<void>

/**
 * Does the work of an outbox item by its kind, as part of the action that requested it; ignores an item that no longer
 * exists. Throws for a kind without a worker.
 */
export async function doWork(id: string, work: Partial<Record<OutboxKind, Work>>): Promise<void> {
  const { data: item } = await Outbox.get({ id }).go({ consistent: true })
  if (!item) return
  const does = new Map<string, Work>(Object.entries(work)).get(item.kind)
  if (!does) throw new Error(`Nobody does outbox work of the kind ${item.kind}`)
  await (item.action ? runForAction(item.action, () => does(item)) : does(item))
}

/**
 * Returns work that runs for the latest outbox item only, when a record has several of one kind. For work on the
 * current state of a record.
 */
export const runForLatestOnly =
  (work: Work): Work =>
  async (item) => {
    const { data: later } = await Outbox.query
      .bySubject({ subject: item.subject })
      .gt({ createdAt: item.createdAt })
      .where(({ kind }, { eq }) => eq(kind, item.kind))
      .go({ pages: 'all' })
    if (later.length === 0) await work(item)
  }
