import { type SalesStatus, salesStatuses, salesStatusLabels } from '../../../shared/contract/contracts.ts'
import { formatNumber } from '../../lib/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useContracts } from './api.ts'

interface StatusCardsProps {
  readonly value: SalesStatus
  readonly onChange: (status: SalesStatus) => void
}

/** The board: a card per sales status, which chooses what the table shows. */
export function StatusCards({ value, onChange }: StatusCardsProps) {
  return (
    <fieldset className="contracts-cards">
      <legend className="pv-hidden">Verkoopstatus</legend>
      {salesStatuses.map((status) => (
        <StatusCard key={status} status={status} chosen={status === value} onChoose={() => onChange(status)} />
      ))}
    </fieldset>
  )
}

interface StatusCardProps {
  readonly status: SalesStatus
  readonly chosen: boolean
  readonly onChoose: () => void
}

function StatusCard({ status, chosen, onChoose }: StatusCardProps) {
  const { data, hasNextPage, isError } = useContracts(status)
  return (
    <button type="button" className="contracts-card" aria-pressed={chosen} onClick={onChoose}>
      <span className="contracts-card-label">{salesStatusLabels[status]}</span>
      <span className="contracts-card-count">
        {data ? countText(data.length, hasNextPage) : isError ? '–' : <Skeleton width="40px" height="24px" />}
      </span>
    </button>
  )
}

/** What is loaded, with a plus where there is more: only that is known. */
const countText = (count: number, goesOn: boolean) => `${formatNumber(count)}${goesOn ? '+' : ''}`
