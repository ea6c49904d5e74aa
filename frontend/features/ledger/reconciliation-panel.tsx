import { Scale } from 'lucide-react'
import type { Reconciliation } from '../../../shared/api/ledger.ts'
import { monthHeading } from '../../ui/dates/calendar-days.ts'
import { Split } from '../../ui/layout/columns.tsx'
import { Fill } from '../../ui/layout/fill.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { AheadList } from './ahead-list.tsx'
import { useReconciliation } from './api.ts'
import { BankSums } from './bank-sums.tsx'
import { Equation } from './equation.tsx'
import { labelOfClosing, labelOfOpening } from './month-ends.ts'
import { PeopleCards } from './people-cards.tsx'
import { PeopleTable } from './people-table.tsx'
import styles from './reconciliation.module.css'
import { ToDo } from './to-do.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Shows the tab 'Aansluiting': a month of the ledger as equations by person and partner, and each difference. */
export function ReconciliationPanel({ month }: { readonly month: string }) {
  const { data, error, refetch, isPlaceholderData } = useReconciliation(month)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Stack padding={16} role="status" aria-busy="true" aria-label="Aansluiting laden">
        <Skeleton height="420px" />
      </Stack>
    )
  }
  return (
    <Fill scrolls className="pv-text-13" aria-busy={isPlaceholderData}>
      <Text as="h2" padInline={16} className="pv-printed">
        Aansluiting {monthHeading(data.month).toLowerCase()}
      </Text>
      <Month reconciliation={data} />
    </Fill>
  )
}

function Month({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const isPhone = useIsPhone()
  const { people, partners, differences } = reconciliation
  if (people.length + partners.length + differences.length === 0) {
    return (
      <EmptyState icon={<Scale />} title="Niets geboekt" text="In deze maand staat niets open en is niets geboekt." />
    )
  }
  return (
    <>
      <MonthEquation reconciliation={reconciliation} />
      {isPhone ? <PeopleCards reconciliation={reconciliation} /> : <PeopleTable reconciliation={reconciliation} />}
      <Split columns="minmax(0, 5fr) minmax(0, 3fr) minmax(0, 3fr)" below={1100} even className={styles.foot}>
        <BankSums reconciliation={reconciliation} />
        <AheadList month={reconciliation.month} />
        <WaitingList waiting={reconciliation.waiting} />
        <ToDo reconciliation={reconciliation} />
      </Split>
    </>
  )
}

/** Shows the month as one equation: the amounts that we owed, and how they were settled. */
function MonthEquation({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { month, totals, differences } = reconciliation
  const terms = [
    { label: labelOfOpening(month), amount: totals.openBefore },
    { sign: '+', label: 'Verdiend', amount: totals.earned },
    { sign: totals.corrected < 0 ? '−' : '+', label: 'Correcties', amount: Math.abs(totals.corrected) },
    { sign: '=', label: 'Via salaris', amount: totals.payroll },
    { sign: '+', label: 'Facturen', amount: totals.invoiced },
    { sign: '−', label: 'Creditfacturen', amount: totals.credited },
    { sign: '+', label: 'Eigen facturen', amount: totals.ownInvoices },
    { sign: '+', label: labelOfClosing(month), amount: totals.openAfter },
  ]
  return (
    <Equation label="De maand in één som" terms={terms} difference={totals.difference} isOff={differences.length > 0} />
  )
}
