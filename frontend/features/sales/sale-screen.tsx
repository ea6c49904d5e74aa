import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { marketLabels } from '../../../shared/api/parts/trade.ts'
import type { SaleDetails } from '../../../shared/sales/schemas.ts'
import { describeChangeAfterApproval, SaleBadge } from '../../domains/approval.tsx'
import { CustomerLink } from '../../domains/customers.tsx'
import { paths } from '../../domains/paths.ts'
import { mayEditSale } from '../../domains/sales.ts'
import { formatDateLong } from '../../lib/format.ts'
import { usePreviousScreen } from '../../lib/previous-screen.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RecordHeading } from '../../ui/frame/record-heading.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { AgreementCard } from './agreement/agreement-card.tsx'
import { useSale } from './api.ts'
import { CommissionCard } from './commission-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { SameSales } from './known-sales.tsx'
import { RevenueCard } from './revenue-card.tsx'
import { AddressesCard, CustomerCard, LinkedCard, ProductCard } from './sale-cards.tsx'
import { StatusActions } from './status-actions.tsx'
import { SaleSteps } from './steps-line.tsx'

const SaleDialog = onDemand(() => import('./sale-dialog.tsx').then((m) => m.SaleDialog))

/** Shows the page of one sale (spec §2, Sale detail), at `/sales/{id}` and `/sale-detail/{id}`. */
export function SaleScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useSale(id)
  if (data) return <OneSale key={id} sale={data} />
  return (
    <Screen title="Sale" toolbar={<Back />}>
      {error ? (
        <EmptyState
          title="Sale niet gevonden"
          text="De sale kon niet worden geladen."
          action={
            <>
              <Button onClick={() => refetch()}>Opnieuw proberen</Button>
              <Back />
            </>
          }
        />
      ) : (
        <div role="status" aria-busy="true" aria-label="Sale laden">
          <Skeleton height="420px" />
        </div>
      )}
    </Screen>
  )
}

/**
 * Shows the link back: to 'Team Vergoedingen' if the user came from there, otherwise to the list of sales, with the
 * earlier filter. A user without that list returns to the previous screen, or to the dashboard.
 */
function Back() {
  const hasList = useCan('sale:list')
  const from = usePreviousScreen()
  const isOfTeam = from?.pathname === paths.teamCompensation
  const [to, text] =
    from && (isOfTeam || !hasList)
      ? [from.pathname + from.search, isOfTeam ? 'Team Vergoedingen' : 'Terug']
      : hasList
        ? [paths.transactions + (from?.pathname === paths.transactions ? from.search : ''), 'Sales']
        : [paths.dashboard, 'Dashboard']
  return (
    <LinkButton to={to} tone="ghost" icon={<ArrowLeft />}>
      {text}
    </LinkButton>
  )
}

function OneSale({ sale }: { readonly sale: SaleDetails }) {
  const mayEdit = mayEditSale(useUser(), sale)
  const [isEditing, setIsEditing] = useState(false)
  const { companyName, salesDockId, saleDate, market, status, rejectionReason, changedAfterApproval } = sale
  const { withdrawnAt } = sale
  return (
    <Screen
      title="Sale"
      toolbar={<Back />}
      actions={<StatusActions sale={sale} onEdit={mayEdit ? () => setIsEditing(true) : undefined} />}
    >
      <Row gap={12} align="end" justify="between" wrap>
        <RecordHeading
          title={companyName ?? <CustomerLink record={sale} isHeading />}
          badges={<SaleBadge status={status} />}
        >
          <p className="pv-soft">
            SalesDock ID {salesDockId} · {formatDateLong(saleDate)} · {marketLabels[market].toLowerCase()}
          </p>
          {changedAfterApproval && (
            <Row as="p" gap={8} wrap size={13} above={4}>
              <Badge tone="warn">Gewijzigd na goedkeuring</Badge> {describeChangeAfterApproval(changedAfterApproval)}
            </Row>
          )}
          {withdrawnAt && status !== 'rejected' && (
            <Row as="p" gap={8} wrap size={13} above={4}>
              <Badge tone="warn">Herroepen</Badge> op {formatDateLong(withdrawnAt)}
            </Row>
          )}
          {rejectionReason && (
            <Text as="p" size={13} color="bad">
              Reden van afwijzing: {rejectionReason}
            </Text>
          )}
        </RecordHeading>
        <SaleSteps status={status} />
      </Row>
      <SameSales warnings={sale.warnings} />
      <Columns
        main={
          <>
            <CustomerCard sale={sale} />
            <AddressesCard sale={sale} />
            <ProductCard sale={sale} />
            <AgreementCard sale={sale} />
            <LinkedCard sale={sale} />
          </>
        }
        aside={
          <>
            <CommissionCard sale={sale} />
            <RevenueCard sale={sale} />
            <HistoryCard sale={sale} />
          </>
        }
      />
      {isEditing && <SaleDialog sale={sale} onView={() => {}} onClose={() => setIsEditing(false)} />}
    </Screen>
  )
}
