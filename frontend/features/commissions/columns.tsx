import { MessageCircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { SaleStatus } from '../../../shared/api/parts/statuses.ts'
import { contractLengthLabels, providerLabels } from '../../../shared/api/parts/trade.ts'
import type { Commission } from '../../../shared/api/schemas/commissions.ts'
import { nextStep } from '../../../shared/sales/commission-steps.ts'
import { ChangedBadge, SaleBadge } from '../../domains/approval.tsx'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { Person } from '../../ui/display/avatar.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import type { useTotals } from './api.ts'
import styles from './commissions.module.css'

/** Shows why a commission is blocked: not confirmed, or changed after approval. Otherwise shows its status. */
export function RowBadge({ row: { status, toConfirm, changedAfterApproval } }: RowProps) {
  if (toConfirm) {
    return (
      <Badge tone="warn" tip="Een ander bevestigt dat de afspraak doorging">
        Te bevestigen
      </Badge>
    )
  }
  if (changedAfterApproval) return <ChangedBadge changed={changedAfterApproval} />
  return <SaleBadge status={status} />
}

/** Returns a short id, enough to tell rows apart: `S-3F9A1C` for a sale, `L-3F9A1C` for a held appointment. */
export const shortIdOf = ({ type, originalId }: Commission) =>
  `${type === 'sale' ? 'S' : 'L'}-${originalId.replaceAll('-', '').slice(0, 6).toUpperCase()}`

const id: Column<Commission> = {
  id: 'id',
  header: '#ID',
  width: 98,
  dropOrder: 3,
  cell: (row) => (
    <span className="pv-soft" {...(row.salesDockId ? { 'data-tip': `SalesDock ID ${row.salesDockId}` } : {})}>
      {shortIdOf(row)}
    </span>
  ),
}

const customer: Column<Commission> = { id: 'customer', header: 'Klant', cell: (row) => <Customer row={row} /> }

const provider: Column<Commission> = {
  id: 'provider',
  header: 'Leverancier',
  width: 124,
  dropOrder: 4,
  cell: ({ energyProvider }) => (energyProvider ? providerLabels[energyProvider] : <Nothing />),
}

const contract: Column<Commission> = {
  id: 'contract',
  header: 'Contract',
  width: 90,
  dropOrder: 2,
  cell: ({ contractLength }) => (contractLength ? contractLengthLabels[contractLength] : <Nothing />),
}

const status: Column<Commission> = {
  id: 'status',
  header: 'Status',
  width: 200,
  cell: (row) => <RowBadge row={row} />,
}

const agent: Column<Commission> = {
  id: 'agent',
  header: 'Agent',
  width: 172,
  dropOrder: 1,
  cell: ({ agentId, agentName }) => <Person id={agentId} name={agentName} />,
}

const owner: Column<Commission> = {
  id: 'owner',
  header: 'Beller',
  width: 150,
  dropOrder: 0,
  cell: ({ ownerName }) => ownerName ?? <Nothing />,
}

/** Shows an amount of a commission in euros; a dash for a rejected commission, which counts nowhere. */
export const Amount = ({ status, amount }: { readonly status: SaleStatus; readonly amount: number | null }) =>
  status === 'rejected' ? <Nothing /> : formatMoney(amount)

const amounts: readonly Column<Commission>[] = [
  {
    id: 'agent-commission',
    header: 'Agent Commissie',
    width: 124,
    align: 'end',
    cell: ({ type, status, agentCommission }) =>
      type === 'lead' ? <Nothing /> : <Amount status={status} amount={agentCommission} />,
  },
  {
    id: 'caller-commission',
    header: 'Beller Commissie',
    width: 126,
    align: 'end',
    cell: ({ status, callerCommission }) => <Amount status={status} amount={callerCommission} />,
  },
]

const total: Column<Commission> = {
  id: 'total',
  header: 'Bedrag',
  width: 112,
  align: 'end',
  cell: ({ status, totalCommission }) => <Amount status={status} amount={totalCommission} />,
}

const date: Column<Commission> = {
  id: 'date',
  header: 'Datum',
  width: 108,
  dropOrder: 5,
  cell: (row) => <span className="pv-soft">{formatDate(row.date)}</span>,
}

/** Table columns of 'Mijn Commissies' (spec §2). */
export const ownColumns: readonly Column<Commission>[] = [
  id,
  customer,
  provider,
  contract,
  { ...status, width: 176 },
  ...amounts,
  date,
]
/** Table columns of lists with commissions of several people, which name agent and caller. */
export const allColumns: readonly Column<Commission>[] = [
  ...[id, customer, provider, status, agent, owner],
  ...[...amounts, date],
]

/**
 * Table columns of a list with commissions of several people when it is narrow: beside an opened commission, or on a
 * tablet.
 */
export const fewColumns: readonly Column<Commission>[] = [{ ...customer, least: 120 }, status, agent, total]
/** Table columns of 'Mijn Commissies' when it is narrow, beside an opened commission. */
export const fewOwnColumns: readonly Column<Commission>[] = [customer, status, total]

const Nothing = () => <span className="pv-soft">–</span>

/** Tells whether a commission with a next step is already paid, to some or all of its payees. */
const isPartlyPaid = ({ status, totalCommission, dueCommission }: Commission) =>
  nextStep(status) !== null && dueCommission !== totalCommission

function Customer({ row }: RowProps) {
  const { customerName, companyName, isMarked, hasOpenQuestion, isOverridden } = row
  return (
    <>
      <span className="pv-strong">{customerName}</span>
      {companyName && <span className="pv-soft"> · {companyName}</span>}
      {hasOpenQuestion && (
        <span className={styles.sign} data-tip="Vraag open">
          <MessageCircleQuestionMark aria-hidden="true" size={15} />
          <span className="pv-hidden">Vraag open</span>
        </span>
      )}
      {isMarked && (
        <Text before={8}>
          <Badge tone="warn">Te corrigeren</Badge>
        </Text>
      )}
      {isPartlyPaid(row) && (
        <Text before={8}>
          <Badge tone="info">
            {row.dueCommission === 0 ? 'Al uitbetaald' : `Deels uitbetaald, nog ${formatMoney(row.dueCommission)}`}
          </Badge>
        </Text>
      )}
      {isOverridden && <span className="pv-hidden">, bedrag aangepast</span>}
    </>
  )
}

interface RowProps {
  readonly row: Commission
}

/** Shows a commission in the list on a phone. */
export function CommissionCard({ row }: RowProps) {
  const { customerName, energyProvider, agentName, totalCommission, type, status } = row
  const what = energyProvider ? providerLabels[energyProvider] : 'Afspraak'
  return (
    <CardRow
      title={customerName}
      meta={[formatDate(row.date), type === 'sale' ? what : 'Afspraak', agentName].join(' · ')}
      end={<Amount status={status} amount={totalCommission} />}
      badge={<RowBadge row={row} />}
    />
  )
}

/**
 * Shows the sums of the commissions that match the filter, below the list. A phone omits the sums by payee and the
 * unpaid amount.
 */
export function Totals({ totals: { data, isError, refetch } }: { readonly totals: ReturnType<typeof useTotals> }) {
  const isPhone = useIsPhone()
  if (isError) return <FailedPart onRetry={refetch}>De totalen konden niet worden geladen.</FailedPart>
  if (!data) return null
  const { count, agentCommission, callerCommission, totalCommission, dueCommission, toConfirm, isComplete } = data
  if (!isComplete) return `Meer dan ${formatNumber(count)} commissies: kies een kortere periode voor een totaal`
  const both = agentCommission !== null && callerCommission !== null && !isPhone
  const sums = [
    ...(both ? [`Agent ${formatMoney(agentCommission)}`, `Beller ${formatMoney(callerCommission)}`] : []),
    `Totaal ${formatMoney(totalCommission)}`,
    ...(dueCommission === totalCommission || dueCommission === 0 || isPhone
      ? []
      : [`Nog uit te betalen ${formatMoney(dueCommission)}`]),
  ]
  return (
    <>
      {sums.join(' · ')}
      {toConfirm > 0 && ' · '}
      {toConfirm > 0 && <Link to="?toConfirm=true">{formatNumber(toConfirm)} te bevestigen</Link>}
    </>
  )
}
