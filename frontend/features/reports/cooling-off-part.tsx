import { useQuery } from '@tanstack/react-query'
import { sales } from '../../../shared/api/sales.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { Text } from '../../ui/layout/text.tsx'
import type { ReportParts } from './address.ts'
import { FigureLink } from './figure-link.tsx'
import { buildRecordFilters, useFigureListAddress } from './record-filters.ts'

/** Shows which part of a report's revenue may still be withdrawn, as a link to these sales; nothing without any. */
export function CoolingOffPart({ report }: { readonly report: ReportParts }) {
  const behind = buildRecordFilters(report)
  const to = useFigureListAddress()('running', behind)
  const { from, to: until, office, teamId, userId: agentId, provider } = behind ?? {}
  const filter = { from, to: until, office, teamId, agentId, provider, agreement: 'running' as const }
  const { data } = useQuery({ ...query(sales.totals, { query: filter }), enabled: to !== undefined, staleTime: 0 })
  if (!data?.count) return null
  const { count, revenue } = data
  const sold = revenue === null ? `${formatNumber(count)} ${count === 1 ? 'sale' : 'sales'}` : formatMoney(revenue)
  const text = `waarvan ${sold} in bedenktijd`
  return (
    <Text size={12} color="soft" tabular>
      <FigureLink cell={{ to }} label={text}>
        {text}
      </FigureLink>
    </Text>
  )
}
