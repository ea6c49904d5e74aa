import * as z from 'zod'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { useShownRun } from '../../records/runs/use-run.ts'
import { TabPanel, Tabs } from '../../ui/display/tabs.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { MonthPlan } from './month-plan.tsx'
import { RunList } from './run-list.tsx'

const RunDialog = onDemand(() => import('./run-dialog.tsx').then((m) => m.RunDialog))

const Chosen = z.object({ tab: z.enum(['nieuw', 'runs']) })

/**
 * Shows the screen 'Maandrun', on which a user creates the partners' invoices for a month's commissions. Lists earlier
 * runs.
 */
export function MonthlyScreen() {
  const {
    filter: { tab = 'nieuw' },
    setFilter,
  } = useUrlFilter(Chosen)
  const run = useShownRun()
  return (
    <Screen title="Maandrun" kind="list">
      <Tabs
        value={tab}
        onChange={(next) => setFilter({ tab: next === 'nieuw' ? '' : next })}
        label="Maandrun"
        tabs={[
          { value: 'nieuw', label: 'Facturen maken' },
          { value: 'runs', label: 'Eerdere runs' },
        ]}
      >
        <TabPanel value="nieuw">
          <MonthPlan onStarted={run.start} />
        </TabPanel>
        <TabPanel value="runs">
          <RunList onOpen={({ id }) => run.show(id)} />
        </TabPanel>
      </Tabs>
      {run.id !== null && <RunDialog key={run.id} id={run.id} isNew={run.started?.id === run.id} onClose={run.close} />}
    </Screen>
  )
}
