import { randomUUID } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { Instant } from '../../shared/time.ts'
import { Entity, key, model, store } from './table.ts'

/**
 * Kinds of work. Whoever asks for work adds its kinds (`declare module`), and `events/outbox.ts` says who does each, or
 * it does not compile; those that `may-wait` have a lane of their own, `events/later.ts`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: domains fill it
export interface OutboxKinds {}
export type OutboxKind = keyof OutboxKinds

export type WaitingKind = { [K in OutboxKind]: OutboxKinds[K] extends 'may-wait' ? K : never }[OutboxKind]

interface Asked {
  /** The record it is about. */
  readonly subject: string
  /** Fixed where the same work must not be asked for twice; else a new one. */
  readonly id?: string
  /** Which state of the record it is about, where a later one makes it needless. */
  readonly sequence?: number
  /** What the work needs of a record that may be gone by then; never a secret. Dropped when it is done. */
  readonly facts?: object
  /** Done by whoever asked for it, in turn with the rest of what they do; no event starts it. */
  readonly lane?: 'own'
}

/** Work that may be wanted only later: it is not done before, where what asked for it may be undone. */
export type WaitingItem = Asked & { readonly kind: WaitingKind; readonly notBefore?: Instant }

/** Work that follows a change; the kind decides which service does it. */
export type OutboxItem = (Asked & { readonly kind: OutboxKind; readonly notBefore?: never }) | WaitingItem

/**
 * Work that must follow a write: an item in the same transaction, whose insertion in the table's stream starts the
 * function that does it. `sending` is claimed before the provider is called, so that a crash in between is
 * `unknown`, never a second mail.
 *
 * | Read                       | Index   | Key         |
 * | one item                   | primary | id          |
 * | what one record gave rise to | gsi1  | subject · createdAt |
 */
export const Outbox = new Entity(
  {
    model: model('outbox'),
    attributes: {
      id: { type: 'string', required: true },
      kind: { type: 'string', required: true },
      subject: { type: 'string', required: true },
      state: { type: ['waiting', 'sending', 'sent', 'skipped', 'held', 'failed', 'unknown'] as const, required: true },
      /** Who made the change that it follows. */
      by: { type: 'string' },
      notBefore: { type: 'string' },
      /** Which function is told of it: what waits holds nothing up that need not. */
      lane: { type: ['now', 'later', 'own'] as const, required: true, default: 'now' },
      /** How often it was tried. */
      attempts: { type: 'number' },
      claimedAt: { type: 'string' },
      /** When it became known what became of it. */
      settledAt: { type: 'string' },
      error: { type: 'string' },
      sequence: { type: 'number' },
      facts: { type: 'any' },
      createdAt: { type: 'string', required: true },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'outbox#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'outbox' },
      },
      bySubject: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: ['subject'], template: 'outbox#${subject}' },
        sk: { ...key.gsi1.sk, composite: ['createdAt'], template: '${createdAt}' },
      },
    },
  },
  store,
)
export type OutboxRow = EntityItem<typeof Outbox>

/** The row of an outbox item, part of the transaction of the change that `by` makes. */
export const outboxRow = (item: OutboxItem, by: string, at: Instant) =>
  Outbox.create({
    ...item,
    id: item.id ?? randomUUID(),
    by,
    lane: item.lane ?? (item.notBefore ? 'later' : 'now'),
    state: 'waiting',
    createdAt: at,
  })

type Work = (item: OutboxRow) => Promise<void>

/** Does an outbox item by its kind; one that is gone, or was done, is left alone. Throws when nobody does its kind. */
export async function doWork(id: string, work: Partial<Record<OutboxKind, Work>>): Promise<void> {
  const { data: item } = await Outbox.get({ id }).go({ consistent: true })
  if (!item) return
  const does = new Map<string, Work>(Object.entries(work)).get(item.kind)
  if (!does) throw new Error(`Nobody does outbox work of the kind ${item.kind}`)
  await does(item)
}

/**
 * Work on a record as it is now, which many items may ask for: done for the last of them, whose event is still to come
 * or has done it already.
 */
export const onceForMany =
  (work: Work): Work =>
  async (item) => {
    const { data: later } = await Outbox.query
      .bySubject({ subject: item.subject })
      .gt({ createdAt: item.createdAt })
      .where(({ kind }, { eq }) => eq(kind, item.kind))
      .go({ pages: 'all' })
    if (later.length === 0) await work(item)
  }
