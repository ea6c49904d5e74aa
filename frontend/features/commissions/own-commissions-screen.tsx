import { Wallet } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { commissions } from '../../../shared/api/commissions.ts'
import { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { paths } from '../../domains/paths.ts'
import { useRoomBeside } from '../../records/detail-panel.tsx'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { useListAddress } from '../../records/list/list-address.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { useDialogInAddress } from '../../records/use-dialog-in-address.ts'
import { BarButton } from '../../ui/buttons/bar-button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { useCommissions, useTotals } from './api.ts'
import { CommissionCard, fewOwnColumns, ownColumns, Totals } from './columns.tsx'
import { CommissionFilters } from './commission-filters.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { WithCommission } from './with-commission.tsx'

/** Parameter of the page address that opens the panel of a commission. */
const dialogs = ['commissie'] as const

/** Shows 'Mijn Commissies' (spec §2): the user's own amounts, and questions about them. */
export function OwnCommissionsScreen() {
  const address = useListAddress(CommissionFilter, [])
  const list = useCommissions(address.filter)
  const totals = useTotals(address.filter)
  const { opened, open, close } = useDialogInAddress(dialogs)
  const navigate = useNavigate()
  const isBeside = useRoomBeside()
  const id = opened?.value ?? null
  return (
    <Screen
      title="Mijn Commissies"
      kind="list"
      figures={<SummaryCards address={address} />}
      toolbar={<CommissionFilters address={address} />}
      actions={
        <>
          <BarButton label="Saldo" icon={<Wallet />} onClick={() => navigate(paths.balance)} />
          <ExportMenu name="commissies" endpoint={commissions.export} query={address.filter} />
        </>
      }
    >
      <WithCommission rows={list.data} id={id} onOpen={(row) => open('commissie', row)} onClose={close}>
        <RecordList
          list={list}
          columns={id !== null && isBeside ? fewOwnColumns : ownColumns}
          noun={{ one: 'commissie', many: 'commissies' }}
          total={totals.data?.isComplete ? totals.data.count : undefined}
          address={address}
          label="Mijn commissies"
          card={(row) => <CommissionCard row={row} />}
          opened={id}
          onOpen={(row) => open('commissie', row.id)}
          summary={() => <Totals totals={totals} />}
          empty={{
            title: 'Geen commissies gevonden',
            text: 'In deze periode heb je geen commissies. Kies een andere maand.',
          }}
        />
      </WithCommission>
    </Screen>
  )
}
