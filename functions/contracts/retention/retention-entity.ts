import { addDays, addMonths, type Instant, type LocalDate, localDateOf, monthOf } from '../../../shared/time.ts'
import { defineEntity, must, number, primary, type RowOf, text } from '../../platform/data/table.ts'
import { runAttributes, runsOf } from '../../records/run.ts'

/**
 * Monthly runs that clear personal data of old contracts: a run first counts the contracts and announces the clearing,
 * and clears the data a month later.
 *
 * | Read    | Index   | Key |
 * | one run | primary | id  |
 */
export const Retentions = defineEntity('contractretention', {
  attributes: {
    ...runAttributes,
    phase: { type: ['count', 'clear'] as const, required: true },
    /** Month before which the contracts of this run ended. */
    until: must,
    /** Last contract processed: status, month, end date and id, separated by bars; '' at the start. */
    position: must,
    /** Number of contracts with personal data. */
    counted: number,
    /** Number of contracts whose personal data was cleared. */
    cleared: number,
    /** Moment of the announcement. */
    announcedAt: text,
  },
  indexes: { primary: primary('retention#${id}', 'retention') },
})
export type RetentionRow = RowOf<typeof Retentions>

/** Days between announcement and clearing. */
const NOTICE_DAYS = 30

/**
 * Returns the first day on which a run may clear the data it announced: the first of the month after its start, or 30
 * days after the announcement if that is later.
 */
export function findFirstClearingDay({ startedAt, announcedAt }: RetentionRow): LocalDate {
  const next = `${monthOf(addMonths(localDateOf(startedAt as Instant), 1))}-01` as LocalDate
  const noticed = addDays(localDateOf((announcedAt ?? startedAt) as Instant), NOTICE_DAYS)
  return noticed > next ? noticed : next
}

/** Functions that find, start and resume the monthly runs that clear personal data. */
export const retentions = runsOf<RetentionRow>(Retentions, {
  ...{ type: 'contract-retention', name: 'opruiming', step: 'contract-retention-step', by: 'contract-retention' },
})
