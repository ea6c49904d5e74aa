import type { EntityItem } from 'electrodb'
import { addDays, addMonths, type Instant, type LocalDate, localDateOf, monthOf } from '../../shared/time.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, model, must, number, primary, store } from '../platform/table.ts'
import { runsOf } from '../records/run.ts'

declare module '../platform/outbox.ts' {
  interface OutboxKinds {
    'contract-retention-step': true
  }
}

/**
 * What a month took, or will take, of contracts that ended long ago: first it counts them and announces that, a month
 * later it takes it.
 *
 * | Read    | Index   | Key |
 * | one run | primary | id  |
 */
export const Retentions = new Entity(
  {
    model: model('contractretention'),
    attributes: {
      id: must,
      phase: { type: ['count', 'clear'] as const, required: true },
      state: { type: ['running', 'done'] as const, required: true },
      /** It is about contracts that ended before this month. */
      until: must,
      /** The contract behind which it goes on: status, month, end date and id, with bars between them; '' at the start. */
      position: must,
      /** How many contracts it found that hold something, and of how many it took that. */
      counted: number,
      cleared: number,
      startedAt: must,
      movedAt: must,
      /** When its count was announced. */
      announcedAt: { type: 'string' },
      endedAt: { type: 'string' },
    },
    indexes: {
      primary: primary('retention#${id}', 'retention'),
    },
  },
  store,
)
export type RetentionRow = Whole<EntityItem<typeof Retentions>>

/** How long before it is done it is announced. */
const NOTICE_DAYS = 30

/** From when a run takes what it announced: in the month after it, and not before whoever was told had their time. */
export function takenFrom({ startedAt, announcedAt }: RetentionRow): LocalDate {
  const next = `${monthOf(addMonths(localDateOf(startedAt as Instant), 1))}-01` as LocalDate
  const told = addDays(localDateOf((announcedAt ?? startedAt) as Instant), NOTICE_DAYS)
  return told > next ? told : next
}

export const retentions = runsOf<RetentionRow>(Retentions, {
  ...{ type: 'contract-retention', name: 'opruiming', step: 'contract-retention-step', by: 'contract-retention' },
})
