import { Ellipsis, FileText, MessageCircleQuestionMark, Percent, Wallet } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { commissions } from '../../../shared/api/commissions.ts'
import { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { useOpenQuestions } from '../../domains/commissions.ts'
import { paths } from '../../domains/paths.ts'
import { useRoomBeside } from '../../records/detail-panel.tsx'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { useListAddress } from '../../records/list/list-address.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { useDialogInAddress } from '../../records/use-dialog-in-address.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Menu, MenuItem } from '../../ui/menus/menu.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useCommissions, useTotals } from './api.ts'
import { allColumns, CommissionCard, fewColumns, Totals } from './columns.tsx'
import { CommissionFilters } from './commission-filters.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { WithCommission } from './with-commission.tsx'

const QuestionsDialog = lazy(() => import('./questions-dialog.tsx').then((m) => ({ default: m.QuestionsDialog })))
const RatesDialog = lazy(() => import('./rates/rates-dialog.tsx').then((m) => ({ default: m.RatesDialog })))
const StatementDialog = lazy(() => import('./statement-dialog.tsx').then((m) => ({ default: m.StatementDialog })))

/** Parameters of the page address that open the panel of a commission or a dialog over this screen. */
const dialogs = ['commissie', 'vragen', 'tarieven', 'overzicht'] as const

/** Shows 'Commissies Beheer' (spec §2): all commissions, their amounts, rates, questions and statements. */
export function CommissionsScreen() {
  const address = useListAddress(CommissionFilter, [])
  const list = useCommissions(address.filter)
  const totals = useTotals(address.filter)
  const isPhone = useIsPhone()
  const { opened, open, close } = useDialogInAddress(dialogs)
  const isBeside = useRoomBeside()
  const id = opened?.name === 'commissie' ? opened.value : null
  return (
    <Screen
      title="Commissies Beheer"
      kind="list"
      figures={<SummaryCards address={address} />}
      toolbar={<CommissionFilters address={address} withAgent />}
      actions={
        <>
          <Tools isPhone={isPhone} onOpen={open} />
          <ExportMenu name="commissies" endpoint={commissions.export} query={address.filter} />
        </>
      }
    >
      <WithCommission rows={list.data} id={id} onOpen={(row) => open('commissie', row)} onClose={close}>
        <RecordList
          list={list}
          columns={id !== null && isBeside ? fewColumns : allColumns}
          noun={{ one: 'commissie', many: 'commissies' }}
          total={totals.data?.isComplete ? totals.data.count : undefined}
          address={address}
          label="Commissies"
          card={(row) => <CommissionCard row={row} />}
          isAlarming={({ isMarked }) => isMarked}
          opened={id}
          onOpen={(row) => open('commissie', row.id)}
          summary={() => <Totals totals={totals} />}
          empty={{ title: 'Geen commissies gevonden', text: 'In deze periode zijn er geen commissies.' }}
        />
      </WithCommission>
      <Suspense fallback={null}>
        {opened?.name === 'vragen' && <QuestionsDialog onOpen={(row) => open('commissie', row)} onClose={close} />}
        {opened?.name === 'tarieven' && <RatesDialog onClose={close} />}
        {opened?.name === 'overzicht' && <StatementDialog onClose={close} />}
      </Suspense>
    </Screen>
  )
}

interface ToolsProps {
  readonly isPhone: boolean
  readonly onOpen: (dialog: Exclude<(typeof dialogs)[number], 'commissie'>) => void
}

function Tools({ isPhone, onOpen }: ToolsProps) {
  const open = useOpenQuestions() ?? 0
  const navigate = useNavigate()
  const questions = open === 0 ? 'Vragen' : `Vragen (${open})`
  const asked = <MessageCircleQuestionMark />
  return (
    <>
      {!isPhone && (
        <Button icon={asked} onClick={() => onOpen('vragen')}>
          {questions}
        </Button>
      )}
      <Menu trigger={<IconButton label="Meer" icon={<Ellipsis />} />}>
        {isPhone && (
          <MenuItem icon={asked} onSelect={() => onOpen('vragen')}>
            {questions}
          </MenuItem>
        )}
        <MenuItem icon={<FileText />} onSelect={() => onOpen('overzicht')}>
          Maandoverzicht
        </MenuItem>
        <MenuItem icon={<Wallet />} onSelect={() => navigate(paths.balance)}>
          Saldo
        </MenuItem>
        <MenuItem icon={<Percent />} onSelect={() => onOpen('tarieven')}>
          Tarieven
        </MenuItem>
      </Menu>
    </>
  )
}
