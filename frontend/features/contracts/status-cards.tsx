import { type SalesStatus, salesStatuses, salesStatusLabels } from '../../../shared/contract/contracts.ts'
import { formatNumber } from '../../lib/format.ts'
import { FailedPart } from '../../ui/failed-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCounts } from './api.ts'

interface StatusCardsProps {
  readonly value: SalesStatus
  /** True when counts are shown. Counts ignore filters, so it is false while any is set. */
  readonly hasCounts: boolean
  readonly onChange: (status: SalesStatus) => void
}

/** The board: a card per sales status with how many there are, which chooses what the table shows. */
export function StatusCards({ value, hasCounts, onChange }: StatusCardsProps) {
  const { data, isError, refetch } = useCounts()
  return (
    <fieldset className="contracts-cards">
      <legend className="pv-hidden">Verkoopstatus</legend>
      {salesStatuses.map((status) => (
        <button
          key={status}
          type="button"
          className="contracts-card"
          aria-pressed={status === value}
          onClick={() => onChange(status)}
        >
          <span className="contracts-card-label">{salesStatusLabels[status]}</span>
          {hasCounts && (
            <span className="contracts-card-count">
              {data ? formatNumber(data.counts[status]) : isError ? '–' : <Skeleton width="40px" height="24px" />}
            </span>
          )}
        </button>
      ))}
      {isError && <FailedPart onRetry={refetch}>De aantallen konden niet worden geladen</FailedPart>}
    </fieldset>
  )
}
