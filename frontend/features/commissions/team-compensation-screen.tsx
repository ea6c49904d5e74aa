import { ListChecks, Wallet } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { commissions } from '../../../shared/api/commissions.ts'
import { providerLabels } from '../../../shared/api/parts/trade.ts'
import { CommissionFilter, type TeamSale } from '../../../shared/api/schemas/commissions.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { SaleBadge } from '../../domains/approval.tsx'
import { paths } from '../../domains/paths.ts'
import { formatDate, fullNameOf } from '../../lib/format.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { useListAddress } from '../../records/list/list-address.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { useTeamSales, useTotals } from './api.ts'
import { Amount, Totals } from './columns.tsx'
import { CommissionFilters } from './commission-filters.tsx'

const columns: readonly Column<TeamSale>[] = [
  {
    id: 'salesdock',
    header: 'SalesDock ID',
    width: 126,
    dropOrder: 3,
    cell: ({ salesDockId }) => <span className="pv-soft">{salesDockId}</span>,
  },
  {
    id: 'customer',
    header: 'Klant',
    cell: ({ customerName }) => <span className="pv-strong">{customerName}</span>,
  },
  { id: 'agent', header: 'Agent', width: 150, dropOrder: 4, cell: ({ agent }) => fullNameOf(agent) },
  {
    id: 'provider',
    header: 'Leverancier',
    width: 124,
    dropOrder: 2,
    cell: ({ provider }) => providerLabels[provider],
  },
  { id: 'status', header: 'Status', width: 176, cell: ({ status }) => <SaleBadge status={status} /> },
  {
    id: 'agent-commission',
    header: 'Agent Commissie',
    width: 124,
    align: 'end',
    cell: ({ status, agentCommission }) => <Amount status={status} amount={agentCommission} />,
  },
  {
    id: 'caller-commission',
    header: 'Beller Commissie',
    width: 126,
    align: 'end',
    cell: ({ status, callerCommission }) => <Amount status={status} amount={callerCommission} />,
  },
  {
    id: 'total',
    header: 'Totaal',
    width: 112,
    align: 'end',
    cell: ({ status, totalCommission }) => <Amount status={status} amount={totalCommission} />,
  },
  {
    id: 'date',
    header: 'Datum',
    width: 108,
    dropOrder: 1,
    cell: ({ saleDate }) => <span className="pv-soft">{formatDate(saleDate)}</span>,
  },
]

const TeamFilter = CommissionFilter.pick({ search: true, status: true, agentId: true, from: true, to: true })

/** Shows 'Team Vergoedingen Overzicht' (spec §2): the sales of a team with their commissions, read only. */
export function TeamCompensationScreen() {
  const address = useListAddress(TeamFilter, [])
  const list = useTeamSales(address.filter)
  const ofSales = { ...address.filter, type: 'sale' as const }
  const totals = useTotals(ofSales)
  const navigate = useNavigate()
  return (
    <Screen
      title="Team Vergoedingen Overzicht"
      kind="list"
      toolbar={<CommissionFilters address={address} withAgent withStatus />}
      actions={
        <>
          <LinkButton to={paths.balance} icon={<Wallet />}>
            Saldo
          </LinkButton>
          <LinkButton to={paths.commissionWorkflow} icon={<ListChecks />}>
            Commissies
          </LinkButton>
          <ExportMenu name="team-vergoedingen" endpoint={commissions.export} query={ofSales} />
        </>
      }
    >
      <RecordList
        list={list}
        columns={columns}
        noun={{ one: 'sale', many: 'sales' }}
        address={address}
        label="Team vergoedingen"
        card={({ customerName, agent, saleDate, totalCommission, status }) => (
          <CardRow
            title={customerName}
            meta={[formatDate(saleDate), fullNameOf(agent)].join(' · ')}
            end={<Amount status={status} amount={totalCommission} />}
            badge={<SaleBadge status={status} />}
          />
        )}
        onOpen={({ id }) => navigate(saleAddress(id))}
        total={totals.data?.isComplete ? totals.data.count : undefined}
        summary={() => <Totals totals={totals} />}
        empty={{
          title: 'Geen vergoedingen gevonden',
          text: 'Het team heeft in deze periode geen sales.',
        }}
      />
    </Screen>
  )
}
