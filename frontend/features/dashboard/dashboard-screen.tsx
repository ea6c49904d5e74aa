import { lazy, Suspense } from 'react'
import * as z from 'zod'
import { timeFilters } from '../../../shared/api/schemas/appointments.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { Select } from '../../ui/choices/select.tsx'
import { PageHeading, Screen } from '../../ui/frame/screen.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import type { TimeFilter } from './api.ts'
import { Clock } from './clock.tsx'
import styles from './dashboard.module.css'
import { Scoreboard } from './scoreboard.tsx'
import { periodNames, StatCards } from './stat-cards.tsx'
import { TodayPanel } from './today-panel.tsx'

// The code of these cards and panels is loaded after the rest of the screen.
const WelcomeCard = lazy(() => import('./welcome-card.tsx').then((m) => ({ default: m.WelcomeCard })))
const MoneyCards = lazy(() => import('./money/money-cards.tsx').then((m) => ({ default: m.MoneyCards })))
const RolePanels = lazy(() => import('./money/role-panels.tsx').then((m) => ({ default: m.RolePanels })))
const SalesPanel = lazy(() => import('./sales/sales-panel.tsx').then((m) => ({ default: m.SalesPanel })))
const CallsPanel = lazy(() => import('./calls-panel.tsx').then((m) => ({ default: m.CallsPanel })))
const ContractsPanel = lazy(() => import('./contracts-panel.tsx').then((m) => ({ default: m.ContractsPanel })))

const periods = Object.entries(periodNames).map(([value, label]) => ({ value: value as TimeFilter, label }))

/** Schema of the parameters in the page address of the dashboard. */
const DashboardAddress = z.object({ period: z.enum(timeFilters) })

/** Shows the screen after the login: work to do, and the results of the teams (spec §2 Dashboard). */
export function DashboardScreen() {
  const { firstName, role, welcome = [] } = useUser()
  const isOwn = role === 'agent' || role === 'caller'
  const pays = useCan('self-billing:manage')
  const earns = useCan('commission:read')
  const reads = useCan('report:read')
  const seesSales = useCan('performance:read')
  const seesAppointments = useCan('appointment:read')
  const seesLeads = useCan('lead:read')
  const seesContracts = useCan('contract:manage')
  const { filter, setFilter } = useUrlFilter(DashboardAddress)
  const { period = 'this-month' } = filter
  return (
    <Screen title="Dashboard">
      <PageHeading
        title={`Goedemorgen, ${firstName}`}
        subtitle="Hier is een overzicht van je activiteiten. Fijne dag!"
        actions={
          <>
            <Clock />
            <Select
              aria-label="Periode"
              value={period}
              onChange={(next) => setFilter({ period: next })}
              options={periods}
            />
          </>
        }
      />
      {welcome.length > 0 && (
        <Suspense fallback={<Skeleton height="220px" />}>
          <WelcomeCard />
        </Suspense>
      )}
      <StatCards period={period}>
        {(pays || earns) && (
          <Suspense fallback={<Skeleton height="120px" />}>
            <MoneyCards />
          </Suspense>
        )}
      </StatCards>
      {(pays || earns || reads || seesAppointments) && (
        <Suspense fallback={<Skeleton height={isOwn ? '640px' : '380px'} />}>
          <RolePanels />
        </Suspense>
      )}
      {seesSales && (
        <Suspense fallback={<Skeleton height="320px" />}>
          <SalesPanel period={period} />
        </Suspense>
      )}
      {(seesAppointments || seesLeads || seesContracts) && (
        <Grid least={380} gap={12} className={styles.panels}>
          {seesAppointments && !isOwn && <TodayPanel />}
          {seesLeads && (
            <Suspense fallback={null}>
              <CallsPanel />
            </Suspense>
          )}
          {seesContracts && (
            <Suspense fallback={<Skeleton height="200px" />}>
              <ContractsPanel />
            </Suspense>
          )}
        </Grid>
      )}
      <Scoreboard />
    </Screen>
  )
}
