import { randomUUID } from 'node:crypto'
import { Entity, type EntityItem } from 'electrodb'
import type { Instant } from '../../shared/time.ts'
import { key, model, store } from './table.ts'

/** Work that follows a change; the kind decides which service does it. */
export interface OutboxItem {
  readonly kind: 'appointment-confirmation'
  /** The record it is about. */
  readonly subject: string
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
      kind: { type: ['appointment-confirmation'] as const, required: true },
      subject: { type: 'string', required: true },
      state: { type: ['waiting', 'sending', 'sent', 'skipped', 'failed', 'unknown'] as const, required: true },
      error: { type: 'string' },
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
  Outbox.create({ ...item, id: randomUUID(), state: 'waiting', createdAt: at })
