import { randomUUID } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { Instant } from '../../shared/time.ts'
import { Entity, key, model, store } from './table.ts'

/** Kinds of work; `events/mail-outbox.ts` says who does each. */
export const outboxKinds = [
  'appointment-confirmation',
  'appointment-moved',
  'appointment-cancelled',
  'appointment-reminder',
  'identity-sync',
  'user-renamed',
  'team-renamed',
] as const
export type OutboxKind = (typeof outboxKinds)[number]

/** Work that follows a change; the kind decides which service does it. */
export interface OutboxItem {
  readonly kind: OutboxKind
  /** The record it is about. */
  readonly subject: string
  /** Fixed where the same work must not be asked for twice; else a new one. */
  readonly id?: string
  /** Which state of the record it is about, where a later one makes it needless. */
  readonly sequence?: number
  /** What the work needs of a record that may be gone by then; never a secret. Dropped when it is done. */
  readonly facts?: object
}

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
      kind: { type: outboxKinds, required: true },
      subject: { type: 'string', required: true },
      state: { type: ['waiting', 'sending', 'sent', 'skipped', 'failed', 'unknown'] as const, required: true },
      /** How often it was tried. */
      attempts: { type: 'number' },
      claimedAt: { type: 'string' },
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

/** The row of an outbox item, part of the transaction of the change. */
export const outboxRow = (item: OutboxItem, at: Instant) =>
  Outbox.create({ ...item, id: item.id ?? randomUUID(), state: 'waiting', createdAt: at })

/** Does an outbox item by its kind; one that is gone, or was done, is left alone. */
export async function doWork(id: string, work: Record<OutboxKind, (item: OutboxRow) => Promise<void>>): Promise<void> {
  const { data: item } = await Outbox.get({ id }).go({ consistent: true })
  if (item) await work[item.kind](item)
}
