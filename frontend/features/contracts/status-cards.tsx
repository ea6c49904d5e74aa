import {
  type ContractFilter,
  type SalesStatus,
  salesStatuses,
  salesStatusLabels,
} from '../../../shared/contract/schemas/contracts.ts'
import { formatNumber } from '../../lib/format.ts'
import { Box } from '../../ui/layout/box.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useCounts } from './api.ts'

interface StatusCardsProps {
  readonly value: SalesStatus
  readonly filter: Partial<ContractFilter>
  readonly onChange: (status: SalesStatus) => void
}

/** Shows a card per sales status with its number of contracts; a click shows the contracts with that status. */
export function StatusCards({ value, filter, onChange }: StatusCardsProps) {
  const { data, isError, refetch } = useCounts(filter)
  return (
    <fieldset className="contracts-cards">
      <legend className="pv-hidden">Verkoopstatus</legend>
      {salesStatuses.map((status) => (
        <Box
          key={status}
          as="button"
          type="button"
          gap={2}
          padding={0}
          surface
          className="contracts-card"
          aria-pressed={status === value}
          onClick={() => onChange(status)}
        >
          <Text size={12} weight="medium" color="muted" overflow="nowrap">
            {salesStatusLabels[status]}
          </Text>
          <Text size={20} weight="bold" tabular className="contracts-card-count">
            {data ? countText(data.counts[status]) : isError ? '–' : <Skeleton width="40px" height="24px" />}
          </Text>
        </Box>
      ))}
      {isError && <FailedPart onRetry={refetch}>De aantallen konden niet worden geladen</FailedPart>}
    </fieldset>
  )
}

/** Formats a count; a dash where it is unknown. */
const countText = (count: number | null): string => (count === null ? '–' : formatNumber(count))
