import { useCan, useUser } from '../../../lib/session.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { TodayPanel } from '../today-panel.tsx'
import { ConversionPanel } from './conversion-panel.tsx'
import { EarningsPanel } from './earnings-panel.tsx'
import styles from './money.module.css'
import { MonthPanels } from './month-panels.tsx'
import { NextPanel } from './next-panel.tsx'
import { PayPanel } from './pay-panel.tsx'
import { ToDoPanel } from './to-do-panel.tsx'

/**
 * Shows the dashboard panels of the user's role, each only to users with the right to its data. An admin sees invoices
 * to pay and the sales of all teams. A team leader sees own open tasks and the team's sales; without the right to
 * reports, own earnings instead of sales. Others see own earnings, appointments, open tasks and conversion.
 */
export function RolePanels() {
  const { role } = useUser()
  const pays = useCan('self-billing:manage')
  const reads = useCan('report:read')
  const seesSales = useCan('performance:read')
  const earns = useCan('commission:read')
  const visits = useCan('appointment:read')
  if (role === 'admin' || role === 'teamleader') {
    return (
      <Row gap={12} align="stretch" wrap className={styles.money}>
        {pays && <PayPanel />}
        {role === 'teamleader' && earns && !reads && <EarningsPanel />}
        {reads && seesSales && <MonthPanels />}
        {role === 'teamleader' && visits && <ToDoPanel />}
      </Row>
    )
  }
  return (
    <Row gap={12} align="stretch" wrap className={styles.money}>
      {earns && <EarningsPanel />}
      {visits && <NextPanel />}
      {visits && <TodayPanel />}
      {visits && <ToDoPanel />}
      {earns && seesSales && <ConversionPanel />}
    </Row>
  )
}
