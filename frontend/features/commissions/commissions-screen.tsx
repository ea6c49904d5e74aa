import { History, MessageCircleQuestionMark, Percent, Wallet } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { commissions } from '../../../shared/api/commissions.ts'
import { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { nextStep } from '../../../shared/sales/commission-steps.ts'
import { useIsOwnRow, useOpenQuestions } from '../../domains/commissions.ts'
import { paths } from '../../domains/paths.ts'
import { useCan } from '../../lib/session.ts'
import { useFirstUse } from '../../records/list/first-use.tsx'
import { useListAddress } from '../../records/list/list-address.ts'
import { MoreMenu } from '../../records/list/more-menu.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { useShownRun } from '../../records/runs/use-run.ts'
import { useDialogInAddress } from '../../records/use-dialog-in-address.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useIsPhone, useIsTablet, useMedia } from '../../ui/use-media.ts'
import { useCommissions, useRuns, useTotals } from './api.ts'
import { CommissionCard, Totals } from './columns.tsx'
import { CommissionFilters } from './commission-filters.tsx'
import styles from './commissions.module.css'
import { StepButton } from './step-button.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { WithCommission } from './with-commission.tsx'
import { FirstPayments } from './workflow/first-payments.tsx'
import { OtherRuns } from './workflow/other-runs.tsx'
import { SelectionActions, useAllRows } from './workflow/selection-actions.tsx'
import { fewWorkflowColumns, workflowColumns } from './workflow/workflow-columns.tsx'

const QuestionsDialog = onDemand(() => import('./questions-dialog.tsx').then((m) => m.QuestionsDialog))
const RatesDialog = onDemand(() => import('./rates/rates-dialog.tsx').then((m) => m.RatesDialog))
const RunPanel = onDemand(() => import('./workflow/run-panel.tsx').then((m) => m.RunPanel))

/** Width from which a run fits beside the table. */
const WIDE = '(min-width: 1200px)'

/** Parameters of the page address that open the panel of a commission or a dialog over this screen. */
const dialogs = ['commissie', 'vragen', 'tarieven'] as const

/**
 * Shows 'Commissies Beheer' (spec §2): all commissions that the user may see. They move to the next step one by one or
 * many at once. Admins also find amounts, rates and questions here.
 */
export function CommissionsScreen() {
  const address = useListAddress(CommissionFilter, [])
  const list = useCommissions(address.filter)
  const totals = useTotals(address.filter)
  const isWide = useMedia(WIDE)
  const isTablet = useIsTablet()
  const run = useShownRun()
  const isOwnRow = useIsOwnRow()
  const mayManage = useCan('commission:manage')
  const { opened, open, close } = useDialogInAddress(dialogs)
  const count = totals.data?.isComplete ? totals.data.count : null
  const all = useAllRows()
  const id = opened?.name === 'commissie' ? opened.value : null
  const { isFirstUse, firstStep } = useFirstUse(list, address.filtered)
  const panel = run.id !== null && <ShownRun run={run} id={run.id} onClose={isWide ? run.close : undefined} />
  return (
    <Screen
      title="Commissies Beheer"
      kind="list"
      figures={
        <Stack gap={12}>
          <FirstPayments onStarted={run.start} />
          {!isFirstUse && <SummaryCards address={address} />}
        </Stack>
      }
      toolbar={!isFirstUse && <CommissionFilters address={address} withAgent />}
      actions={
        <>
          <LastRun shown={run.id} onShow={run.show} />
          <Tools exported={isFirstUse ? null : address.filter} onOpen={open} />
        </>
      }
    >
      <OtherRuns />
      <WithCommission
        rows={list.data}
        id={id}
        onOpen={(row) => open('commissie', row)}
        onClose={close}
        fallback={isWide && panel && <aside className={styles.run}>{panel}</aside>}
      >
        <RecordList
          list={list}
          columns={isTablet || id !== null ? fewWorkflowColumns : workflowColumns}
          noun={{ one: 'commissie', many: 'commissies' }}
          total={count ?? undefined}
          address={address}
          card={(row) => <CommissionCard row={row} />}
          cardActions={(row) => <StepButton row={row} />}
          isAlarming={({ isMarked }) => isMarked}
          opened={id}
          onOpen={(row) => open('commissie', row.id)}
          selectable={(row) => (row.toConfirm ? !isOwnRow(row) : nextStep(row.status) !== null)}
          bulkCount={(selected) => (all.isChosen(selected) ? (count ?? selected.length) : selected.length)}
          bulk={(selected, clear) => (
            <SelectionActions
              {...{ selected, clear, count, all }}
              filter={address.filter}
              onStarted={(started) => {
                clear()
                run.start(started)
              }}
            />
          )}
          summary={() => <Totals totals={totals} />}
          empty={{
            title: 'Geen commissies gevonden',
            text: isFirstUse
              ? 'Elke sale geeft commissies, met de tarieven van dat moment.'
              : 'In deze periode zijn er geen commissies.',
            ...firstStep(
              mayManage && (
                <Button tone="primary" icon={<Percent />} onClick={() => open('tarieven')}>
                  Tarieven instellen
                </Button>
              ),
            ),
          }}
        />
      </WithCommission>
      {!isWide && panel && id === null && (
        <Dialog onOpenChange={run.close} title="Verwerking" forReading>
          <DialogBody>{panel}</DialogBody>
        </Dialog>
      )}
      {opened?.name === 'vragen' && <QuestionsDialog onOpen={(row) => open('commissie', row)} onClose={close} />}
      {opened?.name === 'tarieven' && <RatesDialog onClose={close} />}
    </Screen>
  )
}

interface ShownRunProps {
  readonly run: ReturnType<typeof useShownRun>
  readonly id: string
  readonly onClose: (() => void) | undefined
}

const ShownRun = ({ run: { started }, id, onClose }: ShownRunProps) => (
  <RunPanel key={id} id={id} expected={started?.rows ?? null} isNew={started?.id === id} onClose={onClose} />
)

/** Shows a button for the most recent run, unless that run is shown already. */
function LastRun({ shown, onShow }: { readonly shown: string | null; readonly onShow: (id: string) => void }) {
  const { data, isError, refetch } = useRuns()
  if (isError && !data)
    return <FailedPart onRetry={refetch}>Eerdere verwerkingen konden niet worden geladen.</FailedPart>
  const last = data?.items[0]
  if (!last || last.id === shown) return null
  const label = last.state === 'running' ? 'Lopende verwerking tonen' : 'Laatste verwerking tonen'
  return <IconButton label={label} icon={<History />} onClick={() => onShow(last.id)} />
}

interface ToolsProps {
  /** Filter of what is exported; null while there is nothing to export. */
  readonly exported: Partial<CommissionFilter> | null
  readonly onOpen: (dialog: Exclude<(typeof dialogs)[number], 'commissie'>) => void
}

/** Shows the questions, and a menu with balance, rates and export; a phone has the questions in the menu too. */
function Tools({ exported, onOpen }: ToolsProps) {
  const mayManage = useCan('commission:manage')
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const open = useOpenQuestions() ?? 0
  const questions = {
    label: open === 0 ? 'Vragen' : `Vragen (${open})`,
    icon: <MessageCircleQuestionMark />,
    onSelect: () => onOpen('vragen'),
  }
  return (
    <>
      {mayManage && !isPhone && (
        <Button icon={questions.icon} onClick={questions.onSelect}>
          {questions.label}
        </Button>
      )}
      <MoreMenu
        exported={exported && { name: 'commissies', endpoint: commissions.export, query: exported }}
        actions={[
          mayManage && isPhone && questions,
          mayManage && { label: 'Saldo', icon: <Wallet />, onSelect: () => navigate(paths.balance) },
          mayManage && { label: 'Tarieven', icon: <Percent />, onSelect: () => onOpen('tarieven') },
        ]}
      />
    </>
  )
}
