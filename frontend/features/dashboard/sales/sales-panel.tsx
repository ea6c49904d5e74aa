import { type ReactNode, useState } from 'react'
import type { Role } from '../../../../shared/access.ts'
import type { Performance } from '../../../../shared/api/schemas/appointments.ts'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { ChartCard } from '../../../ui/charts/chart-card.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { Split } from '../../../ui/layout/columns.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { type Performed, type TimeFilter, usePerformance } from '../api.ts'
import styles from '../dashboard.module.css'
import { ListLink } from '../list-link.tsx'
import { dashboardRangeOf, useAppointmentsLink, useOwnFilter } from '../list-links.ts'
import { periodNames } from '../stat-cards.tsx'
import { ConversionBars, ConversionTable } from './conversion.tsx'
import salesPanel from './sales-panel.module.css'
import { WeekChart, WeekTable } from './week-chart.tsx'

/** Name of the filter with which the list of appointments shows only one agent, caller, team or office. */
const filterOf = { agents: 'agentId', callers: 'calledBy', teams: 'teamId', offices: 'office' } as const

const groups = { agents: 'Agent', callers: 'Beller', teams: 'Team', offices: 'Kantoor' } as const
type Group = keyof typeof groups

/** Groups that a role can choose: all for an admin, no offices for a team leader, only people for others. */
const groupsOf: Record<Role, readonly Group[]> = {
  admin: ['agents', 'callers', 'teams', 'offices'],
  teamleader: ['agents', 'callers', 'teams'],
  agent: ['agents', 'callers'],
  caller: ['agents', 'callers'],
}

/** Shows charts of appointments, sales and conversion, for users with the right hasSalesAccess. */
export function SalesPanel({ period }: { readonly period: TimeFilter }) {
  const { role } = useUser()
  const { data, error, refetch } = usePerformance(period)
  const [group, setGroup] = useState<Group>('agents')
  const listBehind = useAppointmentsLink()
  const own = useOwnFilter()
  if (error) {
    return (
      <Card title="Afspraken en sales">
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    )
  }
  const performed: readonly Performed[] = data?.[group] ?? []
  return (
    <Split
      columns="minmax(0, 1.65fr) minmax(0, 1fr)"
      below={960}
      gap={12}
      even
      className={salesPanel.sales}
      aria-busy={data === undefined}
    >
      <Chart
        title="Afspraken en sales per week"
        isEmpty={false}
        isLoading={data === undefined}
        chart={<WeekChart weeks={data?.weeks ?? []} />}
        table={<WeekTable weeks={data?.weeks ?? []} linkTo={(days) => own && listBehind(days, own)} />}
      />
      <Chart
        title="Conversie van afspraak naar sale"
        note={periodNames[period].toLowerCase()}
        isEmpty={performed.length === 0}
        isLoading={data === undefined}
        controls={
          <SegmentedControl
            label="Conversie per"
            value={group}
            onChange={setGroup}
            options={groupsOf[role].map((value) => ({ value, label: groups[value] }))}
          />
        }
        chart={
          <ConversionBars
            rows={performed}
            linkTo={(id) => listBehind(dashboardRangeOf(period), { [filterOf[group]]: id })}
          />
        }
        table={<ConversionTable rows={performed} column={groups[group]} />}
      />
      {data && data.bases.length > 0 && <Bases bases={data.bases} period={period} />}
    </Split>
  )
}

/**
 * Lists who books without a reason to call, or in over 10 % of cases because the customer called us. Links to those
 * appointments.
 */
function Bases({ bases, period }: { readonly bases: Performance['bases']; readonly period: TimeFilter }) {
  const listBehind = useAppointmentsLink()
  const linkTo = (calledBy: string, basis: string) => listBehind(dashboardRangeOf(period), { calledBy, basis })
  return (
    <Card title="Grondslag van afspraken" note={periodNames[period].toLowerCase()}>
      <RowList lined>
        {bases.map(({ id, name, booked, inbound, missing }) => (
          <Row as="li" key={id} gap={12} wrap>
            <Text weight="bold">{name}</Text>
            {missing > 0 && (
              <ListLink to={linkTo(id, 'missing')} tip="Toon deze afspraken">
                {formatNumber(missing)} zonder grondslag
              </ListLink>
            )}
            {inbound > booked / 10 && (
              <ListLink to={linkTo(id, 'inbound')} tip="Toon deze afspraken">
                {formatPercent(inbound / booked)} belde ons ({formatNumber(inbound)} van {formatNumber(booked)})
              </ListLink>
            )}
          </Row>
        ))}
      </RowList>
    </Card>
  )
}

interface ChartProps {
  readonly title: string
  readonly note?: string
  readonly isLoading: boolean
  readonly isEmpty: boolean
  readonly controls?: ReactNode
  readonly chart: ReactNode
  readonly table: ReactNode
}

/** Shows a chart with its table, or a text when there is nothing to show. */
function Chart({ isEmpty, chart, table, ...card }: ChartProps) {
  const nothing = isEmpty && (
    <Text as="p" size={13} color="muted" className={styles.panelEmpty}>
      Nog geen afspraken in deze periode.
    </Text>
  )
  return (
    <ChartCard {...card} height={220} table={nothing || table}>
      {nothing || chart}
    </ChartCard>
  )
}
