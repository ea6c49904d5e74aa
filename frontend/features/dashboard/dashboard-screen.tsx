import { useState } from 'react'
import { useUser } from '../../lib/session.ts'
import { PageHeading, Screen } from '../../ui/screen.tsx'
import { Select } from '../../ui/select.tsx'
import type { TimeFilter } from './api.ts'
import { Clock } from './clock.tsx'
import './dashboard.css'
import { Scoreboard } from './scoreboard.tsx'
import { periodNames, StatCards } from './stat-cards.tsx'

const periods = Object.entries(periodNames).map(([value, label]) => ({ value: value as TimeFilter, label }))

/** The first screen: what there is to do, and how the teams are doing (spec §2 Dashboard). */
export function DashboardScreen() {
  const { firstName } = useUser()
  const [period, setPeriod] = useState<TimeFilter>('this-month')
  return (
    <Screen title="Dashboard">
      <PageHeading
        title={`Goedemorgen, ${firstName}`}
        subtitle="Hier is een overzicht van je activiteiten. Fijne dag!"
        actions={
          <>
            <Clock />
            <Select aria-label="Periode" value={period} onChange={setPeriod} options={periods} />
          </>
        }
      />
      <StatCards period={period} />
      <Scoreboard />
    </Screen>
  )
}
