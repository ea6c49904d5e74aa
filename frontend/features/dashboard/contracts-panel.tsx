import { ArrowRight } from 'lucide-react'
import { type LocalDate, localDateOf, now, urgencyLabel, urgencyOf } from '../../../shared/time.ts'
import { urgencyTones } from '../../domains/contracts.ts'
import { paths } from '../../domains/paths.ts'
import { formatDateLong } from '../../lib/format.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Badge, toneClass } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useSoonestContracts } from './api.ts'

/** Shows 'Aflopende contracten': the five that end first and that nobody has worked on, with a link to the board. */
export function ContractsPanel() {
  const { data, error, refetch } = useSoonestContracts()
  const today = localDateOf(now())
  return (
    <Card
      title="Aflopende contracten"
      actions={
        <LinkButton to={paths.expiringContracts} tone="ghost" icon={<ArrowRight />}>
          Alle contracten
        </LinkButton>
      }
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="120px" />}
      {data?.length === 0 && <p className="panel-empty">Er zijn geen nieuwe contracten die aflopen.</p>}
      <ul className="panel-rows">
        {data?.map(({ id, customerName, companyName, supplier, city, expiryDate }) => {
          const urgency = urgencyOf(expiryDate as LocalDate, today)
          const tone = urgencyTones[urgency.level]
          return (
            <li key={id} className="panel-row">
              <span className={`panel-bar ${toneClass(tone)}`} aria-hidden="true" />
              <span className="panel-text">
                <span className="panel-name">{companyName ?? customerName}</span>
                <span className="panel-more">
                  {[supplier, city, formatDateLong(expiryDate)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <Badge tone={tone}>{urgencyLabel(urgency)}</Badge>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
