import {
  type BoardStatus,
  type SalesStatus,
  salesStatuses,
  salesStatusLabels,
} from '../../../shared/api/parts/statuses.ts'
import type { ContractFilter } from '../../../shared/api/schemas/contracts.ts'
import { formatNumber } from '../../lib/format.ts'
import { Box } from '../../ui/layout/box.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useCounts } from './api.ts'
import styles from './contracts.module.css'

interface StatusCardsProps {
  readonly value: BoardStatus
  readonly filter: Partial<ContractFilter>
  readonly onChange: (status: BoardStatus) => void
}

/**
 * Returns the number of contracts with a status of the board; null where unknown or too many to count, undefined before
 * the numbers have arrived.
 */
export function countOf(counts: Readonly<Record<SalesStatus, number | null>> | undefined, status: BoardStatus) {
  if (status !== 'alle') return counts?.[status]
  if (counts === undefined) return
  const all = Object.values(counts)
  return all.every((count) => count !== null) ? all.reduce((sum, count) => sum + count, 0) : null
}

/**
 * Shows a card per sales status with its number of contracts. A click shows the contracts with that status, a second
 * click those of every status.
 */
export function StatusCards({ value, filter, onChange }: StatusCardsProps) {
  const { data, isError, refetch } = useCounts(filter)
  return (
    <fieldset className={styles.cards} aria-label="Verkoopstatus">
      {salesStatuses.map((status) => (
        <Box
          key={status}
          as="button"
          type="button"
          gap={2}
          padding={0}
          padBlock={10}
          padInline={12}
          surface
          hover
          className={styles.card}
          aria-pressed={status === value}
          onClick={() => onChange(status === value ? 'alle' : status)}
        >
          <Text size={12} weight="medium" color="muted" overflow="nowrap">
            {salesStatusLabels[status]}
          </Text>
          <Text size={20} weight="bold" tabular className={styles.cardCount}>
            {data ? (
              countText(countOf(data.counts, status) ?? null)
            ) : isError ? (
              '–'
            ) : (
              <Skeleton width="40px" height="24px" />
            )}
          </Text>
        </Box>
      ))}
      {isError && <FailedPart onRetry={refetch}>De aantallen konden niet worden geladen.</FailedPart>}
    </fieldset>
  )
}

/** Formats a count; a dash where it is unknown. */
const countText = (count: number | null): string => (count === null ? '–' : formatNumber(count))
