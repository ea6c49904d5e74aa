import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { oversees } from '../../../shared/access.ts'
import { sales } from '../../../shared/api/sales.ts'
import {
  type AgreementFilter,
  agreementFilterLabels,
  SaleFilter,
  type SaleTotals,
} from '../../../shared/api/schemas/sales.ts'
import { isFinal } from '../../../shared/sale-steps.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { paths } from '../../domains/paths.ts'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { useFirstUse } from '../../records/list/first-use.tsx'
import { useListAddress } from '../../records/list/list-address.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { BarButton } from '../../ui/buttons/bar-button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { AgreementImport } from './agreement/agreement-import.tsx'
import { AgreementRun, NoteMany } from './agreement/note-many.tsx'
import { useSales, useSaleTotals, useUnregisteredCount } from './api.ts'
import { columnsOf } from './columns.tsx'
import { SaleCard } from './sale-card.tsx'
import { SaleFilters } from './sale-filters.tsx'

/** Shows the list of sales (rulings 20), with the totals of the filter. */
export function TransactionsScreen() {
  const { role } = useUser()
  const mayRegister = useCan('sale:create')
  const mayNote = useCan('commission:manage')
  const mayImport = useCan('sale:edit') && oversees(role)
  const navigate = useNavigate()
  const address = useListAddress(SaleFilter, [])
  const list = useSales(address.filter)
  const totals = useSaleTotals(address.filter)
  const unregistered = useUnregisteredCount(address.filter)
  const { openNew } = useSaleDialogs()
  const columns = useMemo(() => columnsOf(role === 'admin'), [role])
  const { isFirstUse, firstStep } = useFirstUse(list, address.filtered)
  const register = mayRegister && (
    <BarButton tone="primary" label="Sale registreren" icon={<Plus />} onClick={() => openNew()} />
  )
  return (
    <Screen
      title="Sales"
      kind="list"
      {...(!isFirstUse && {
        toolbar: <SaleFilters address={address} />,
        actions: (
          <>
            {mayImport && <AgreementImport />}
            <ExportMenu name="sales" endpoint={sales.export} query={address.filter} />
            {register}
          </>
        ),
      })}
    >
      <AgreementRun />
      <RecordList
        list={list}
        columns={columns}
        noun={{ one: 'sale', many: 'sales' }}
        total={totals.data?.isComplete ? totals.data.count : undefined}
        address={address}
        card={(sale) => <SaleCard sale={sale} />}
        onOpen={({ id }) => navigate(saleAddress(id))}
        {...(mayNote && {
          selectable: ({ status }: Sale) => !isFinal(status),
          bulk: (selected: readonly Sale[], clear: () => void) => <NoteMany {...{ selected, clear }} />,
        })}
        summary={() => <Summary totals={totals} unregistered={unregistered} filter={address.filter} />}
        empty={{
          title: 'Geen sales gevonden',
          text: 'In deze periode zijn geen sales geregistreerd. Registreer er een bij een afspraak.',
          ...firstStep(
            <>
              {register}
              {unregistered.count > 0 && (
                <LinkButton to={unregistered.address}>{unregisteredText(unregistered.count)}</LinkButton>
              )}
            </>,
          ),
        }}
      />
    </Screen>
  )
}

interface SummaryProps {
  readonly totals: ReturnType<typeof useSaleTotals>
  readonly unregistered: ReturnType<typeof useUnregisteredCount>
  readonly filter: Partial<SaleFilter>
}

/** Shows the totals of the filter, and how many sales are to be registered. */
function Summary({ totals, unregistered, filter }: SummaryProps) {
  return (
    <>
      {totals.data && <Totals totals={totals.data} />}
      {totals.data && <CoolingOff totals={totals.data} filter={filter} />}
      {totals.isError && <FailedPart onRetry={totals.refetch}>De totalen konden niet worden geladen.</FailedPart>}
      {unregistered.isError && (
        <FailedPart onRetry={unregistered.refetch}>
          Het aantal nog te registreren sales kon niet worden geladen.
        </FailedPart>
      )}
      {unregistered.count > 0 && (
        <>
          {!totals.isPending && ' · '}
          <Link to={unregistered.address}>{unregisteredText(unregistered.count)}</Link>
        </>
      )}
    </>
  )
}

const unregisteredText = (count: number) => `${formatNumber(count)} nog te registreren`

function Totals({
  totals: { count, agentCommission, callerCommission, totalCommission, revenue, isComplete },
}: {
  readonly totals: SaleTotals
}) {
  const isPhone = useIsPhone()
  const both = agentCommission !== null && callerCommission !== null && !isPhone
  const parts = [
    Boolean(revenue) && `Omzet ${formatMoney(revenue)}`,
    both && `Agent ${formatMoney(agentCommission)}`,
    both && `Beller ${formatMoney(callerCommission)}`,
    `Totaal ${formatMoney(totalCommission)}`,
  ].filter(Boolean)
  return isComplete
    ? parts.join(' · ')
    : `Meer dan ${formatNumber(count)} sales: kies een kortere periode voor een totaal`
}

interface CoolingOffProps {
  readonly totals: SaleTotals
  readonly filter: Partial<SaleFilter>
}

/** Shows how many sales of the filter are in bedenktijd, and for how many it is not proven; each leads to its list. */
function CoolingOff({ totals: { running, unproven }, filter }: CoolingOffProps) {
  const addressOf = (agreement: AgreementFilter) =>
    `${paths.transactions}?${new URLSearchParams({ ...(filter as Record<string, string>), agreement })}`
  const { running: title, unproven: notProven } = agreementFilterLabels
  return (
    <>
      {running.count > 0 && (
        <>
          {' · '}
          <Link to={addressOf('running')}>
            {`${title}: ${formatNumber(running.count)}, samen ${formatMoney(running.totalCommission)}`}
          </Link>
        </>
      )}
      {unproven > 0 && (
        <>
          {' · '}
          <Link to={addressOf('unproven')}>{`${notProven}: ${formatNumber(unproven)}`}</Link>
        </>
      )}
    </>
  )
}
