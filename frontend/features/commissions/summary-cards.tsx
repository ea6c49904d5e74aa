import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { type CommissionStep, commissionSteps } from '../../../shared/sales/commission-steps.ts'
import { saleTones } from '../../domains/sales.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import type { ListAddress } from '../../records/list/list-address.ts'
import { toneClassOf } from '../../ui/display/badge.tsx'
import { Box } from '../../ui/layout/box.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useSummary } from './api.ts'
import styles from './commissions.module.css'

const titles: Record<CommissionStep, string> = { ...saleStatusLabels, uitbetaald: 'Uitbetaald deze maand' }

interface SummaryCardsProps {
  readonly address: Pick<ListAddress<CommissionFilter>, 'filter' | 'setFilter'>
}

/**
 * Shows a card per step with its amount and number of commissions. A click shows only that step, without other filters;
 * a second click shows all again.
 */
export function SummaryCards({ address: { filter, setFilter } }: SummaryCardsProps) {
  const { data, isError, refetch } = useSummary()
  const narrowing = Object.fromEntries(Object.keys(filter).map((name) => [name, '']))
  const choose = (step: CommissionStep | '') => setFilter({ ...narrowing, step })
  return (
    <fieldset className={styles.cards} aria-label="Commissies per stap">
      {commissionSteps.map((step) => (
        <Box
          key={step}
          as="button"
          type="button"
          gap={2}
          padding={0}
          padBlock={8}
          padInline={12}
          surface
          hover
          className={toneClassOf(saleTones[step])}
          aria-pressed={filter.step === step}
          onClick={() => choose(filter.step === step ? '' : step)}
        >
          <Row as="span" gap={8} size={12} weight="medium" color="muted" overflow="nowrap">
            <span className="pv-dot" aria-hidden="true" />
            {titles[step]}
          </Row>
          <Row as="span" gap={8} align="baseline" justify="between">
            <Text size={20} weight="bold" tabular overflow="nowrap">
              {data ? formatMoney(data[step].amount) : isError ? '–' : <Skeleton width="96px" height="24px" />}
            </Text>
            <Text size={12} color="muted">
              {data && formatNumber(data[step].count)}
              <span className="pv-hidden"> commissies</span>
            </Text>
          </Row>
        </Box>
      ))}
      {isError && <FailedPart onRetry={refetch}>De bedragen konden niet worden geladen.</FailedPart>}
    </fieldset>
  )
}
