import * as z from 'zod'
import type { Role } from '../../../shared/access.ts'
import { timeFilters } from '../../../shared/api/schemas/appointments.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { Select } from '../../ui/choices/select.tsx'
import { PageHeading, Screen } from '../../ui/frame/screen.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import type { TimeFilter } from './api.ts'
import { Clock } from './clock.tsx'
import styles from './dashboard.module.css'
import { Scoreboard } from './scoreboard.tsx'
import { periodNames, StatCards } from './stat-cards.tsx'
import { TodayPanel } from './today-panel.tsx'

// The code of these cards and panels is loaded after the rest of the screen.
const WelcomeCard = onDemand(
  () => import('./welcome-card.tsx').then((m) => m.WelcomeCard),
  () => <Skeleton height="220px" />,
)
const MoneyCards = onDemand(
  () => import('./money/money-cards.tsx').then((m) => m.MoneyCards),
  () => <Skeleton height="120px" />,
)
const RolePanels = onDemand(
  () => import('./money/role-panels.tsx').then((m) => m.RolePanels),
  () => <WaitingPanels />,
)
const SalesPanel = onDemand(
  () => import('./sales/sales-panel.tsx').then((m) => m.SalesPanel),
  () => <Skeleton height="320px" />,
)
const CallsPanel = onDemand(() => import('./calls-panel.tsx').then((m) => m.CallsPanel))
const ContractsPanel = onDemand(
  () => import('./contracts-panel.tsx').then((m) => m.ContractsPanel),
  () => <Skeleton height="200px" />,
)

const seesOwn = (role: Role) => role === 'agent' || role === 'caller'

const periods = Object.entries(periodNames).map(([value, label]) => ({ value: value as TimeFilter, label }))

/** Schema of the parameters in the page address of the dashboard. */
const DashboardAddress = z.object({ period: z.enum(timeFilters) })

/** Shows the screen after the login: work to do, and the results of the teams (spec §2 Dashboard). */
export function DashboardScreen() {
  const { firstName, role, welcome = [] } = useUser()
  const isOwn = seesOwn(role)
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
      {welcome.length > 0 && <WelcomeCard />}
      <StatCards period={period}>{(pays || earns) && <MoneyCards />}</StatCards>
      {(pays || earns || reads || seesAppointments) && <RolePanels />}
      {seesSales && <SalesPanel period={period} />}
      {(seesAppointments || seesLeads || seesContracts) && (
        <Grid least={380} gap={12} className={styles.panels}>
          {seesAppointments && !isOwn && <TodayPanel />}
          {seesLeads && <CallsPanel />}
          {seesContracts && <ContractsPanel />}
        </Grid>
      )}
      <Scoreboard />
    </Screen>
  )
}

function WaitingPanels() {
  const { role } = useUser()
  return <Skeleton height={seesOwn(role) ? '640px' : '380px'} />
}
